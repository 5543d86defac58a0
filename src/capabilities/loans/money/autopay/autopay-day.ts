// The day of autopay: plans whose payment is released now, or that a change of their loan has woken.
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { duePages } from '#platform/work/due-page.ts';
import { bringOfLoans } from '../../core/day/due-of-loans.ts';
import { findLoan } from '../../core/lifecycle/loan.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { transactionEvents } from '../../core/transactions/events.ts';
import type { Announcing } from './announce.ts';
import { bringPlan } from './bring-plan.ts';
import { duePlans } from './due.ts';
import { autopayEvents } from './events.ts';
import { planById } from './stored-plan.ts';
import type { PlanRow } from './tables.ts';

/** This many share the cost of a commit. */
const together = 25;
/** A payment is released at the latest on its day. */
const daysLate = 2;

type Place = Pick<PlanRow, 'person_id' | 'id' | 'loan_id' | 'next_action_at'>;

export const autopayDay = (announcing: Announcing): DailyStep => ({
  name: 'autopay',
  due: duePlans,
  /** By the day of the next payment, whatever the instant says. */
  leftBehind: behindOfEach((db, { companyId, now }) =>
    db
      .selectFrom('autopay_plans')
      .select('id')
      .where('company_id', '=', companyId)
      .where('next_planned_on', '<', dateOf(dayOf(dateInZone(now, 'UTC')) - daysLate)),
  ),
  run: (day) =>
    inTurns<Place>(day, {
      next: duePages<Place>(duePlans, { more: ['loan_id'] }),
      together,
      bring: (tx, now, plans) => bring(day, tx, now, plans, announcing),
      isOfTheTime,
      failed({ person_id: person, id: plan }, error) {
        const { mode, companyId: company } = day.realm;
        const ids = { mode, company, person, plan };
        day.log.error({ err: error, ...ids }, 'a plan of autopay could not be brought to its day; it is tried again');
      },
    }),
});

const bring = (
  day: PassingDay,
  tx: Tx,
  now: Instant,
  things: readonly Place[],
  announcing: Announcing,
): Promise<readonly Place[]> =>
  bringOfLoans(day, tx, now, {
    things,
    emits: [...autopayEvents, ...transactionEvents],
    async bring(ctx, _, held, { person_id, id, loan_id }) {
      // Several payments may be released at one instant, each with the loan as the one before has left it.
      for (let loan: HeldLoan | undefined = held; loan?.row.autopay_plan_id === id; ) {
        const row = await planById(tx, person_id, id);
        // Or somebody was quicker.
        if (row?.next_action_at == null || row.next_action_at > now) return;
        if (!(await bringPlan(ctx, tx, loan, row, announcing))) return;
        loan = await findLoan(tx, { personId: person_id, loanId: loan_id });
      }
    },
  });
