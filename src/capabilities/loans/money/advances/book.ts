// Brings an advance in its next form on the books, or off them, and stores it.

import type { Fact } from '@tenor/engine/account/facts.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { type Changed, changeLoan } from '../../core/books/change-loan.ts';
import type { LoanContext } from '../../core/books/replayed.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { todayOf } from '../../core/loan/today.ts';
import { touchLoan } from '../../core/transactions/commands/update-transaction.ts';
import { undoOf } from '../../core/transactions/money-fact.ts';
import { type AdvanceRow, advances, isOnBooks } from './base/advance.ts';
import { factOfAdvance, isAsPlanned, solvedAgain } from './base/planned.ts';
import { actAtOf, tellAdvance } from './base/stored.ts';

interface Booking {
  /** Null: it is not there yet. */
  readonly before: AdvanceRow | null;
  readonly after: AdvanceRow;
  readonly emits: readonly EventKind[];
  /** Facts besides, and that they are kept though they may find nothing to do. */
  readonly besides?: readonly Fact[];
  readonly hasHappened?: boolean;
}

interface Booked {
  readonly row: AdvanceRow;
  /** Undefined: the books are as they were. */
  readonly changed: Changed | undefined;
}

/** Errors: NothingToDo. */
export async function book(ctx: LoanContext, tx: Tx, held: HeldLoan, booking: Booking): Promise<Booked> {
  const { before, emits, besides = [], hasHappened = false } = booking;
  const { row: loan } = held;
  const placed = withFact(before, booking.after, todayOf(loan, ctx.now));
  const row = { ...placed, act_at: actAtOf(placed, loan) };
  const facts = [...factsOf(ctx, loan, before, row), ...besides];
  const changed = facts.length === 0 ? undefined : await changeLoan(ctx, tx, held, facts, { hasHappened });
  if (changed === undefined) touchLoan(tx, loan);
  if (before === null) advances.insert(tx, row);
  else advances.write(tx, row);
  tellAdvance(ctx, loan, row, emits, before);
  return { row, changed };
}

function withFact(before: AdvanceRow | null, after: AdvanceRow, today: Day): AdvanceRow {
  if (!isOnBooks(after.status)) {
    const planned_on = isMissed(before, today) ? null : after.planned_on;
    return { ...after, fact_id: null, planned_on };
  }
  if (before?.fact_id != null) return after;
  return { ...after, fact_id: after.id, details: { ...after.details, keepsPayment: isAsPlanned(after) } };
}

function factsOf({ now }: LoanContext, loan: LoanRow, before: AdvanceRow | null, row: AdvanceRow): Fact[] {
  if (before?.fact_id == null) return row.fact_id === null ? [] : [factOfAdvance(row)];
  if (row.fact_id !== null) return [];
  const today = todayOf(loan, now);
  const fact = { fact_id: before.fact_id, effective_on: before.advance_on };
  const undo = undoOf(loan, fact, { reason: 'canceled', today, nsfFee: false });
  return isMissed(before, today) ? [undo, solvedAgain(loan, today, 1)] : [undo];
}

/** What the schedule has counted on is not there any more: what is left is spread anew. */
const isMissed = (before: AdvanceRow | null, today: Day): boolean =>
  before?.details.keepsPayment === true && dayOf(before.advance_on) <= today;
