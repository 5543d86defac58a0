import { as, defineTable, json, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { reference } from '#platform/db/tables.ts';
import type { PublicCompany } from './public.ts';
import type { AppDomainType, Settings } from './schemas.ts';

export const companySettings = defineTable('company_settings', reference, {
  company_id: 'company',
  settings: json<Settings>(),
  shown_to_all: json<PublicCompany>(),
  updated_at: 'instant',
});

const companyDomains = defineTable('company_domains', reference, {
  domain: 'text',
  company_id: 'company',
  app_domain_type: as<AppDomainType>('text'),
  created_at: 'instant',
  looked_at: 'instant',
  lost_since: 'instant?',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    company_settings: Stored<typeof companySettings>;
    company_domains: Stored<typeof companyDomains>;
  }
}

export const companyTables = tablesByName(companySettings, companyDomains);
