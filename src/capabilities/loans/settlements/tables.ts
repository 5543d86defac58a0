import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import type { SettlementStatus } from '../loan/settlement-words.ts';
import { thingOfLoans } from '../loan/thing.ts';

export interface SettlementPart {
  readonly dueDate: CivilDate;
  readonly amount: number;
}

/** What a settlement that was kept has given up, in cents. */
export interface Forgiven {
  readonly on: CivilDate;
  readonly principal: number;
  readonly interest: number;
  readonly fees: number;
}

/** The id is also that of its fact. */
const loanSettlements = defineTable('loan_settlements', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
  status: as<SettlementStatus>('text'),
  amount: 'bigint',
  owed: 'bigint',
  parts: json<readonly SettlementPart[]>(),
  accept_by: as<CivilDate>('date'),
  last_day: as<CivilDate>('date'),
  zone: 'text',
  paid: 'bigint',
  forgiven: json<Forgiven | null>('json?'),
  cancel_reason: 'text?',
  act_at: 'instant?',
  /** Absent: offered before it was kept by whom. */
  offered_by_type: as<Actor['type']>('text'),
  offered_by_id: 'text?',
  timestamps: json<Record<string, Instant>>(),
  created_at: 'instant',
  updated_at: 'instant?',
});

export type SettlementRow = RowOf<typeof loanSettlements>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    loan_settlements: Stored<typeof loanSettlements>;
  }
}

export const settlements = thingOfLoans(loanSettlements, {
  name: 'settlement',
  path: 'settlementId',
  changes: ['status', 'cancel_reason', 'act_at', 'timestamps', 'updated_at'],
});

export const settlementTables = tablesByName(loanSettlements);
