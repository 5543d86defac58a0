import { as, defineTable, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { onCoordinator, onlyGrowing } from '#platform/db/tables.ts';
import type { Account } from './postings.ts';

const cashPostings = defineTable('cash_postings', onlyGrowing, {
  company_id: 'company',
  id: 'uuid',
  position: 'bigint',
  carrier_id: 'text',
  attempt_id: 'text',
  event: 'text',
  account: as<Account>('text'),
  amount_cents: 'bigint',
  day: 'date',
  posted_at: 'instant',
});

const cashBalances = defineTable('cash_balances', onCoordinator, {
  company_id: 'company',
  carrier_id: 'text',
  account: as<Account>('text'),
  amount_cents: 'bigint',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    cash_postings: Stored<typeof cashPostings>;
    cash_balances: Stored<typeof cashBalances>;
  }
}

export const cashTables = tablesByName(cashPostings, cashBalances);
