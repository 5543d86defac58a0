// The day of advances: one that is still scheduled the day after its date is canceled, and where the schedule has
// counted on one that did not come as it was agreed, what is left is spread anew.

import { dayOf } from '@tenor/engine/values/day.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { dayOfThings } from '../../core/day/things-day.ts';
import { movedTo } from '../../core/loan/thing.ts';
import { todayOf } from '../../core/loan/today.ts';
import { advanceStates, advances, isOnBooks, isScheduled } from './base/advance.ts';
import { advanceStatusChanged } from './base/events.ts';
import { isAsPlanned, solvedAgain } from './base/planned.ts';
import { book } from './book.ts';
import { dueAdvances } from './due.ts';

export const advancesDay = dayOfThings({
  name: 'advances',
  due: dueAdvances,
  emits: [advanceStatusChanged, ...ledgerEvents],
  async bring(ctx, tx, held, { person_id, id }) {
    const before = await advances.withId(tx, person_id, id);
    // Somebody was quicker.
    if (before?.act_at == null || before.act_at > ctx.now) return;
    const today = todayOf(held.row, ctx.now);
    const isOver = before.planned_on !== null && dayOf(before.planned_on) < today;
    const waits = isScheduled(before.status) && before.details.disbursementId === undefined;
    const isLate = waits && dayOf(before.advance_on) < today;
    const { to, emits } = isLate ? advanceStates.move(before.status, 'cancel') : { to: before.status, emits: [] };
    const reason = isLate ? { details: { ...before.details, cancelReason: 'notPaidOut' } } : {};
    const asked = { ...before, ...reason, planned_on: isOver ? null : before.planned_on };
    const after = isLate ? movedTo(asked, to, ctx.now) : asked;
    const isMissed = isOver && !(isOnBooks(before.status) && isAsPlanned(before));
    // A loan whose activation was undone has no schedule.
    const besides = isMissed && held.row.state !== null ? [solvedAgain(held.row, today)] : [];
    await book(ctx, tx, held, { before, after, emits, besides, hasHappened: true });
  },
});
