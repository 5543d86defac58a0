// The day of advances: one that is still scheduled the day after its date is canceled, and where the schedule has
// counted on one that did not come as it was agreed, what is left is spread anew.
import { dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { duePages } from '#platform/work/due-page.ts';
import { dueRows } from '#platform/work/due-rows.ts';
import { isAsPlanned, solvedAgain } from '../advances/planned.ts';
import { advanceStates, isOnBooks, isScheduled } from '../advances/states.ts';
import { advanceWithId, movedTo } from '../advances/stored.ts';
import type { AdvanceRow } from '../advances/tables.ts';
import { bringOfLoans } from '../collecting/due-of-loans.ts';
import { ledgerEvents } from '../loan/events.ts';
import { todayOf } from '../loan/today.ts';
import { book } from './book.ts';

export const dueAdvances = dueRows({ table: 'loan_advances', column: 'act_at', subject: 'advance' });

/** So many that they share the cost of a commit. */
const together = 25;

type Place = Pick<AdvanceRow, 'person_id' | 'id' | 'loan_id' | 'act_at'>;

export const advancesDay: DailyStep = {
  name: 'advances',
  due: dueAdvances,
  /** By the instant itself: what is due long ago was not looked at. */
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db.selectFrom('loan_advances').select('id').where('company_id', '=', companyId).where('act_at', '<=', late),
  ),
  run: (day) =>
    inTurns<Place>(day, {
      next: duePages<Place>(dueAdvances, { more: ['loan_id'] }),
      together,
      bring: (tx, now, advances) => bring(day, tx, now, advances),
      isOfTheTime,
      failed({ person_id: person, id: advance }, error) {
        const { mode, companyId: company } = day.realm;
        const ids = { mode, company, person, advance };
        day.log.error({ err: error, ...ids }, 'a scheduled advance could not be canceled; it is tried again');
      },
    }),
};

const bring = (day: PassingDay, tx: Tx, now: Instant, things: readonly Place[]): Promise<readonly Place[]> =>
  bringOfLoans(day, tx, now, {
    things,
    emits: ledgerEvents,
    async bring(ctx, _, held, { person_id, id }) {
      const before = await advanceWithId(tx, person_id, id);
      // Somebody was quicker.
      if (before?.act_at == null || before.act_at > now) return;
      const today = todayOf(held.row, now);
      const isOver = before.planned_on !== null && dayOf(before.planned_on) < today;
      const waits = isScheduled(before.status) && before.details.disbursementId === undefined;
      const isLate = waits && dayOf(before.advance_on) < today;
      const { to, emits } = isLate ? advanceStates.move(before.status, 'cancel') : { to: before.status, emits: [] };
      const reason = isLate ? { details: { ...before.details, cancelReason: 'notPaidOut' } } : {};
      const asked = { ...before, ...reason, planned_on: isOver ? null : before.planned_on };
      const after = isLate ? movedTo(asked, to, now) : asked;
      const isMissed = isOver && !(isOnBooks(before.status) && isAsPlanned(before));
      // A loan whose activation was undone has no schedule.
      const besides = isMissed && held.row.state !== null ? [solvedAgain(held.row, today)] : [];
      await book(ctx, tx, held, { before, after, emits, besides, hasHappened: true });
    },
  });
