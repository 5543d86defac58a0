// A change of the books says of which loans statements are to be made. It costs a row on the day of a statement, and where
// a statement that was made may say something else now; the usual payment writes none.
import { isUndo } from '@tenor/engine/account/order.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { preparedInserts } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { State } from '../loan/books.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { LoanRow } from '../loan/tables.ts';
import { startOfDay } from '../loan/today.ts';
import { termsOf } from '../timeline/held-loan.ts';
import type { Replayed } from './replayed.ts';

interface ChangedBooks extends Replayed {
  readonly held: HeldLoan;
  readonly row: LoanRow;
  readonly ctx: { readonly now: Instant };
}

export function noteStatements(tx: Tx, changes: readonly ChangedBooks[]): void {
  for (const put of putTurns(tx.db, changes.flatMap(turnOf))) tx.write(put);
}

/** What was to be done before is still to be done. */
const putTurns = preparedInserts('statement_turns', ['person_id', 'loan_id', 'act_at', 'changed_from'], (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(['person_id', 'loan_id']).doUpdateSet((eb) => ({
      act_at: eb.fn('least', [eb.ref('statement_turns.act_at'), eb.ref('excluded.act_at')]),
      changed_from: eb.fn('least', [eb.ref('statement_turns.changed_from'), eb.ref('excluded.changed_from')]),
    })),
  ),
);

function turnOf(change: ChangedBooks) {
  const { row, before, after, ctx } = change;
  const { statements } = change.held.product;
  const terms = termsOf(row);
  const lastOn = ({ position, through }: State): Day => statements.lastOn(terms, position, through) ?? -Infinity;
  const nextAlone = ({ position, through }: State): Day | null => statements.nextAlone(terms, position, through);
  const keys = { person_id: row.person_id, loan_id: row.id };
  const [last, next] = [lastOn(after), nextAlone(after)];
  const changedFrom = changedSince(change);
  if (changedFrom !== null && changedFrom <= Math.max(last, lastOn(before))) {
    return { ...keys, act_at: ctx.now, changed_from: dateOf(changedFrom) };
  }
  if (next === null && last > lastOn(before)) return { ...keys, act_at: ctx.now, changed_from: null };
  if (next === null || next === nextAlone(before)) return [];
  return { ...keys, act_at: startOfDay(next, row.zone), changed_from: null };
}

/**
 * The first day whose statement may say something else. What happens on the day of a statement comes after it; an undo
 * may bring a fee before it. Null: nothing but time has passed.
 */
function changedSince({ fresh, earliest, before }: Replayed): Day | null {
  if (fresh.length === 0 && earliest >= before.through) return null;
  return fresh.some(isUndo) ? earliest : earliest + 1;
}
