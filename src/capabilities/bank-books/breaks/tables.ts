import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { ColumnType } from 'kysely';
import type { Actor } from '#platform/actor.ts';
import { as, defaulted, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { onCoordinator, onlyGrowing } from '#platform/db/tables.ts';
import type { BreakKind, BreakStatus } from './words.ts';

/** How somebody would resolve a break; a second person decides. */
export type Proposed =
  | { readonly by: 'writeOff'; readonly reason: string }
  /** The money was a payment from outside, which is on a loan. */
  | { readonly by: 'payment'; readonly transactionId: string; readonly reason: string }
  /** The company sends it back by its bank, under this reference. */
  | { readonly by: 'refund'; readonly reference: string; readonly reason: string };

const paymentBreaks = defineTable('payment_breaks', onCoordinator, {
  company_id: 'company',
  id: 'text',
  position: 'bigint',
  kind: as<BreakKind>('text'),
  person_id: 'text?',
  attempt_id: 'text?',
  amount_cents: as<Cents | null>('bigint?'),
  detail: 'text',
  found_at: 'instant',
  resolved_at: 'instant?',
  resolution: 'text?',
  status: defaulted(as<ColumnType<BreakStatus, BreakStatus, BreakStatus>>('text')),
  bank_account_id: 'text?',
  about: 'text?',
  line_id: 'text?',
  statement_id: 'text?',
  since: as<CivilDate | null>('date?'),
  candidates: 'texts?',
  owner_id: 'text?',
  asked_at: 'instant?',
  proposed: json<Proposed | null>('json?'),
  proposed_by_type: as<Actor['type'] | null>('text?'),
  proposed_by_id: 'text?',
  item_id: 'text?',
  transaction_id: 'text?',
  updated_at: 'instant?',
  ages_at: 'instant?',
});

export type BreakRow = RowOf<typeof paymentBreaks>;

const moneyBreakSteps = defineTable('money_break_steps', onlyGrowing, {
  company_id: 'company',
  id: 'text',
  position: 'bigint',
  break_id: 'text',
  did: 'text',
  note: 'text?',
  by_type: as<Actor['type']>('text'),
  by_id: 'text?',
  at: 'instant',
});

export type BreakStepRow = RowOf<typeof moneyBreakSteps>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    payment_breaks: Stored<typeof paymentBreaks>;
    money_break_steps: Stored<typeof moneyBreakSteps>;
  }
}

export const breakTables = tablesByName(paymentBreaks, moneyBreakSteps);
