// What nobody has approved in time is canceled, so that no order waits for ever and goes out when all have forgotten it.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { system } from '#platform/actor.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { duePages } from '#platform/work/due-page.ts';
import { type OrderParts, type OrderWork, whileTaking } from '../attempts/order-work.ts';
import { nothingElsewhere } from '../attempts/orders-day.ts';
import { approvalById, writeDecision } from './approval.ts';
import { tellDecided } from './decide.ts';
import { dueApprovals } from './due.ts';
import { approvalEvents } from './events.ts';
import { approvalStates } from './states.ts';
import type { ApprovalRow } from './tables.ts';

const page = 200;

type Place = Pick<ApprovalRow, 'due_at' | 'person_id' | 'id'>;

export const approvalsDay = (parts: OrderParts): DailyStep => ({
  name: 'payment approvals',
  due: dueApprovals,
  /** By the instant that approvers are shown. */
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db
      .selectFrom('payment_approvals')
      .select('id')
      .where('company_id', '=', companyId)
      .where('status', '=', 'waiting')
      .where('expires_at', '<=', late),
  ),
  run: (day) =>
    inTurns<Place>(day, {
      next: duePages<Place>(dueApprovals, { limit: page }),
      // Each in a commit of its own: it locks its person.
      together: 1,
      bring: (tx, now, places) => expire(day, parts, tx, now, places),
      isOfTheTime,
      failed({ person_id: person, id: approval }, error) {
        const { mode, companyId: company } = day.realm;
        const ids = { mode, company, person, approval };
        day.log.error({ err: error, ...ids }, 'an approval that nobody gave could not be ended; it is tried again');
      },
    }),
});

async function expire(
  day: PassingDay,
  parts: OrderParts,
  tx: Tx,
  now: Instant,
  places: readonly Place[],
): Promise<readonly Place[]> {
  const work: OrderWork = { ...parts, ...day, settings: nothingElsewhere };
  for (const { person_id: personId, id } of places) {
    await whileTaking(work, tx, { now, personId, actor: system, emits: approvalEvents }, async (taking) => {
      const row = await approvalById(tx, personId, id);
      // Somebody was quicker.
      if (row?.due_at == null || row.due_at > now || !approvalStates.from('expire').includes(row.status)) return;
      await tellDecided(parts.takers, taking, tx, writeDecision(taking, tx, row, 'expire', null));
    });
  }
  return places;
}
