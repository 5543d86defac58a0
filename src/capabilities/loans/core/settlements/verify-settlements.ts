// Holds what is stored of settlements against their facts on the timeline, and against what the books make of them.

import { isDeepStrictEqual } from 'node:util';
import type { Fact, FactOf } from '@tenor/engine/account/facts.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { settlementInBooks, type WholeLife } from '../books/note-settlement.ts';
import { todayOf } from '../loan/today.ts';
import { type Unlike, unlikeFacts } from '../timeline/unlike-facts.ts';
import { type SettlementRow, settlementStates } from './base/settlement.ts';

/** One that was canceled has a fact still if the loan was paid off in another way. */
export function unlikeSettlementFacts(timeline: readonly Fact[], rows: readonly SettlementRow[]): Unlike[] {
  const accepted = rows.filter(({ timestamps }) => timestamps.acceptedAt !== undefined);
  const canceled = accepted.filter(({ status }) => status === settlementStates.to('cancel'));
  const facts = accepted.filter((row) => !canceled.includes(row)).map(factOfSettlement);
  return unlikeFacts(timeline, { kinds: ['settlement'], facts, besides: new Set(canceled.map(({ id }) => id)) });
}

const factOfSettlement = (row: SettlementRow): FactOf<'settlement'> => ({
  kind: 'settlement',
  id: row.id,
  on: todayOf(row, row.timestamps.acceptedAt!),
  amount: row.amount as Cents,
  lastDay: dayOf(row.last_day),
});

const inBooks: ReadonlySet<string> = new Set([settlementStates.to('accept'), settlementStates.to('keep')]);

/** What the books wait for, or have as kept, they say themselves; of others they know nothing any more. */
export function unlikeSettlements(life: WholeLife, rows: readonly SettlementRow[]): Unlike[] {
  return rows.flatMap(({ id, status, paid, forgiven }) => {
    const computed = settlementInBooks(life, id);
    if (computed === undefined && !inBooks.has(status)) return [];
    const stored = { status, paid, forgiven };
    return isDeepStrictEqual(stored, computed) ? [] : [{ where: id, stored, computed: computed ?? null }];
  });
}
