import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { as, defaulted, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { onCoordinator, onlyGrowing } from '#platform/db/tables.ts';
import type { Account } from './postings.ts';

const cashPostings = defineTable('cash_postings', onlyGrowing, {
  company_id: 'company',
  id: 'uuid',
  position: 'bigint',
  carrier_id: 'text',
  attempt_id: 'text?',
  event: 'text',
  account: as<Account>('text'),
  amount_cents: 'bigint',
  day: as<CivilDate>('date'),
  posted_at: 'instant',
  line_id: 'text?',
  order_key: 'text?',
  provider_ref: 'text?',
});

export type CashPostingRow = RowOf<typeof cashPostings>;

const cashBalances = defineTable('cash_balances', onCoordinator, {
  company_id: 'company',
  carrier_id: 'text',
  account: as<Account>('text'),
  amount_cents: 'bigint',
});

const cashDays = defineTable('cash_days', onCoordinator, {
  company_id: 'company',
  id: 'text',
  position: 'bigint',
  carrier_id: 'text',
  place: 'text?',
  read_until: 'instant?',
  prove_at: 'instant?',
  last_number: defaulted('int'),
  bank_through: as<CivilDate | null>('date?'),
});

export type CashDayRow = RowOf<typeof cashDays>;

/** Something that a proof has found. */
export interface ProofFinding {
  readonly kind: string;
  readonly count: number;
  readonly amountCents: number | null;
  readonly says: string;
}

const cashProofs = defineTable('cash_proofs', onlyGrowing, {
  company_id: 'company',
  id: 'text',
  position: 'bigint',
  funding_account_id: 'text',
  number: 'int',
  day: as<CivilDate>('date'),
  balances: json<Readonly<Record<string, number>>>(),
  findings: json<readonly ProofFinding[]>(),
  proved_at: 'instant',
});

export type CashProofRow = RowOf<typeof cashProofs>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    cash_postings: Stored<typeof cashPostings>;
    cash_balances: Stored<typeof cashBalances>;
    cash_days: Stored<typeof cashDays>;
    cash_proofs: Stored<typeof cashProofs>;
  }
}

export const cashTables = tablesByName(cashPostings, cashBalances, cashDays, cashProofs);
