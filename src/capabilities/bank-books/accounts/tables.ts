import type { CsvMapping } from '@tenor/ach/statements/csv.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { as, defineTable, json, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';

export const bankAccounts = defineTable('bank_accounts', onCoordinator, {
  company_id: 'company',
  id: 'text',
  position: 'bigint',
  name: 'text',
  last_four: 'text',
  number_sealed: 'bytes',
  csv: json<Omit<CsvMapping, 'account'> | null>('json?'),
  fee_max_cents: as<Cents>('bigint'),
  confirmations_wait: 'bool',
  expected_from: as<CivilDate>('date'),
  looked_until: 'bigint',
  opening_cents: as<Cents | null>('bigint?'),
  closing_cents: as<Cents | null>('bigint?'),
  read_through: as<CivilDate | null>('date?'),
  created_at: 'instant',
  updated_at: 'instant?',
});

export type BankAccountRow = RowOf<typeof bankAccounts>;

export const bankAccountProviders = defineTable('bank_account_providers', onCoordinator, {
  company_id: 'company',
  carrier_id: 'text',
  bank_account_id: 'text',
  number: 'int',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    bank_accounts: Stored<typeof bankAccounts>;
    bank_account_providers: Stored<typeof bankAccountProviders>;
  }
}
