import type { Instant } from '@tenor/engine/values/instant.ts';
import { byKey, type Company, reference, type TableClasses } from '#platform/db/tables.ts';

interface CompanyRow {
  company_id: Company;
  position: number;
  name: string;
  timezone: string;
  created_at: Instant;
}

export interface ApiKeyRow {
  id: string;
  company_id: Company;
  position: number;
  name: string;
  key_hash: Buffer;
  hint: string;
  permissions: string[] | null;
  api_version: string | null;
  expires_at: Instant | null;
  revoked_at: Instant | null;
  created_at: Instant;
  updated_at: Instant | null;
}

interface ApiKeyUseRow {
  key_id: string;
  company_id: Company;
  last_used_at: Instant;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    companies: CompanyRow;
    api_keys: ApiKeyRow;
    api_key_uses: ApiKeyUseRow;
  }
}

export const accessTables: TableClasses = {
  companies: reference,
  api_keys: reference,
  api_key_uses: byKey('key_id'),
};
