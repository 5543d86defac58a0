import type { Cents } from '@tenor/engine/values/cents.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { reference } from '#platform/db/tables.ts';
import type { FeeKind } from './schemas.ts';
import type { StoredSettings } from './settings/schema.ts';

type Activity = 'active' | 'inactive';

export const loanTypes = defineTable('loan_types', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  version: 'int',
  status: as<Activity>('text'),
  created_at: 'instant',
  updated_at: 'instant?',
});

const loanTypeVersions = defineTable('loan_type_versions', reference, {
  loan_type_id: 'text',
  version: 'int',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  settings: json<StoredSettings>(),
  created_at: 'instant',
});

export const feeTypes = defineTable('fee_types', reference, {
  loan_type_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  fee_type: as<FeeKind>('text'),
  display_name: 'text',
  api_name: 'text',
  amount: as<Cents | null>('bigint?'),
  created_at: 'instant',
});

const indexRates = defineTable('index_rates', reference, {
  loan_type_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  rate: 'rate',
  effective_date: 'date',
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
});

export const rateCaps = defineTable('rate_caps', reference, {
  loan_type_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  state: 'text?',
  max_rate: 'rate',
  effective_date: 'date',
  created_at: 'instant',
  deleted_at: 'instant?',
});

export const merchants = defineTable('merchants', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  business_name: 'text',
  contact_sealed: 'bytes',
  status: as<Activity>('text'),
  created_at: 'instant',
  updated_at: 'instant?',
});

export const collectionAgencies = defineTable('collection_agencies', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  legal_name: 'text',
  contact_phone: 'text?',
  contact_email: 'text?',
  mailing: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const investors = defineTable('investors', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  name: 'text',
  is_default: 'bool',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const programTypes = ['sameAsCash', 'reducedRate'] as const;

export const promoProgramTypes = defineTable('promo_program_types', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  name: 'text',
  program_type: as<(typeof programTypes)[number]>('text'),
  promo_rate: 'rate?',
  promo_duration_days: 'int',
  promo_grace_period_days: 'int',
  sac_disqualify_overdue_days: 'int?',
  status: as<Activity>('text'),
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
});

export type LoanTypeRow = RowOf<typeof loanTypes> & { readonly settings: StoredSettings };
export type LoanTypeVersionRow = RowOf<typeof loanTypeVersions>;
export type FeeTypeRow = RowOf<typeof feeTypes>;
export type IndexRateRow = RowOf<typeof indexRates>;
export type MerchantRow = RowOf<typeof merchants>;
export type CollectionAgencyRow = RowOf<typeof collectionAgencies>;
export type InvestorRow = RowOf<typeof investors>;
export type PromoProgramTypeRow = RowOf<typeof promoProgramTypes>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    loan_types: Stored<typeof loanTypes>;
    loan_type_versions: Stored<typeof loanTypeVersions>;
    fee_types: Stored<typeof feeTypes>;
    index_rates: Stored<typeof indexRates>;
    rate_caps: Stored<typeof rateCaps>;
    merchants: Stored<typeof merchants>;
    collection_agencies: Stored<typeof collectionAgencies>;
    investors: Stored<typeof investors>;
    promo_program_types: Stored<typeof promoProgramTypes>;
  }
}

/** Read for every loan, written a few times a year. */
export const productTables = tablesByName(
  loanTypes,
  loanTypeVersions,
  feeTypes,
  indexRates,
  rateCaps,
  merchants,
  collectionAgencies,
  investors,
  promoProgramTypes,
);
