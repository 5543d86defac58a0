import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { onCoordinator, onlyGrowing } from '#platform/db/tables.ts';
import type { Chart } from './chart.ts';
import type { Book, Line } from './journal.ts';
import type { Vintage } from './vintages.ts';

const generalLedgers = defineTable('general_ledgers', onCoordinator, {
  company_id: 'company',
  closed_through: as<CivilDate>('date'),
  closed_until: 'instant',
  close_at: 'instant',
});

export type GeneralLedgerRow = RowOf<typeof generalLedgers>;

const charts = defineTable('general_ledger_charts', onCoordinator, {
  company_id: 'company',
  valid_from: as<CivilDate>('date'),
  accounts: json<Chart>(),
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
});

const entries = defineTable('general_ledger_entries', onlyGrowing, {
  company_id: 'company',
  id: 'text',
  day: as<CivilDate>('date'),
  book: as<Book>('text'),
  kind: 'text',
  effective_on: as<CivilDate>('date'),
  loan_type_id: 'text?',
  provider_id: 'text?',
  lines: json<readonly Line[]>(),
});

export type EntryRow = RowOf<typeof entries>;

const days = defineTable('general_ledger_days', onlyGrowing, {
  company_id: 'company',
  day: as<CivilDate>('date'),
  account: 'text',
  source: 'text',
  debit_cents: 'bigint',
  credit_cents: 'bigint',
});

const vintages = defineTable('general_ledger_vintages', onlyGrowing, {
  company_id: 'company',
  day: as<CivilDate>('date'),
  vintage: 'text',
  what: as<Vintage['what']>('text'),
  amount_cents: 'bigint',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    general_ledgers: Stored<typeof generalLedgers>;
    general_ledger_charts: Stored<typeof charts>;
    general_ledger_entries: Stored<typeof entries>;
    general_ledger_days: Stored<typeof days>;
    general_ledger_vintages: Stored<typeof vintages>;
  }
}

export const generalLedgerTables = tablesByName(generalLedgers, charts, entries, days, vintages);
