import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import type { Selectable } from 'kysely';
import { type Company, type Json, reference, type TableClasses } from '#platform/db/tables.ts';
import type { feeKinds } from './schemas.ts';
import type { LoanTypeSettings } from './settings/schema.ts';

type Activity = 'active' | 'inactive';

interface LoanTypesTable {
  id: string;
  company_id: Company;
  position: number;
  external_id: string | null;
  version: number;
  status: Activity;
  created_at: Instant;
  updated_at: Instant | null;
}

interface LoanTypeVersionsTable {
  loan_type_id: string;
  version: number;
  id: string;
  company_id: Company;
  position: number;
  settings: Json<LoanTypeSettings>;
  created_at: Instant;
}

interface FeeTypesTable {
  loan_type_id: string;
  id: string;
  company_id: Company;
  position: number;
  fee_type: (typeof feeKinds)[number];
  display_name: string;
  api_name: string;
  amount: Cents | null;
  created_at: Instant;
}

interface IndexRatesTable {
  loan_type_id: string;
  id: string;
  company_id: Company;
  position: number;
  rate: Rate;
  effective_date: CivilDate;
  created_at: Instant;
  updated_at: Instant | null;
  deleted_at: Instant | null;
}

interface RateCapsTable {
  loan_type_id: string;
  id: string;
  company_id: Company;
  position: number;
  state: string | null;
  max_rate: Rate;
  effective_date: CivilDate;
  created_at: Instant;
  deleted_at: Instant | null;
}

interface MerchantsTable {
  id: string;
  company_id: Company;
  position: number;
  external_id: string | null;
  business_name: string;
  contact_sealed: Buffer;
  status: Activity;
  created_at: Instant;
  updated_at: Instant | null;
}

interface InvestorsTable {
  id: string;
  company_id: Company;
  position: number;
  external_id: string | null;
  name: string;
  is_default: boolean;
  created_at: Instant;
  updated_at: Instant | null;
}

export type LoanTypeRow = Selectable<LoanTypesTable> & { readonly settings: LoanTypeSettings };
export type LoanTypeVersionRow = Selectable<LoanTypeVersionsTable>;
export type FeeTypeRow = Selectable<FeeTypesTable>;
export type IndexRateRow = Selectable<IndexRatesTable>;
export type RateCapRow = Selectable<RateCapsTable>;
export type MerchantRow = Selectable<MerchantsTable>;
export type InvestorRow = Selectable<InvestorsTable>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    loan_types: LoanTypesTable;
    loan_type_versions: LoanTypeVersionsTable;
    fee_types: FeeTypesTable;
    index_rates: IndexRatesTable;
    rate_caps: RateCapsTable;
    merchants: MerchantsTable;
    investors: InvestorsTable;
  }
}

/** Read by every loan, written a few times a year. */
export const productTables: TableClasses = {
  loan_types: reference,
  loan_type_versions: reference,
  fee_types: reference,
  index_rates: reference,
  rate_caps: reference,
  merchants: reference,
  investors: reference,
};
