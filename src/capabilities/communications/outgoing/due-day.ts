// What waits for its time comes due: the guard is asked, and what may go out now is queued.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { movingInWork } from '#capabilities/cases/index.ts';
import { messageGuard } from '#capabilities/compliance/index.ts';
import { holdEach } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { makerOfDay } from '#platform/work/day/maker-of-day.ts';
import { duePages } from '#platform/work/due-page.ts';
import { sendingEvents } from '../events.ts';
import { type Choose, choosing } from '../prepare/choosing.ts';
import { outgoingStates } from '../states.ts';
import type { MessageRow } from '../tables.ts';
import { decide } from './decide.ts';
import { isDisabled, withoutText } from './disabled.ts';
import { dueMessages } from './due.ts';
import { messageOf } from './find.ts';
import { outgoingRows, putInQueue } from './message-rows.ts';
import { changeMessage, keepVerdictOf, type Progressing, putOff, reportOf, tellSent } from './progress.ts';

/** This many share the cost of a commit. */
const together = 25;

type Place = Pick<MessageRow, 'person_id' | 'id' | 'act_at'>;

export const waitingMessages: DailyStep = {
  name: 'outgoing messages',
  due: dueMessages,
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db
      .selectFrom('outgoing_messages')
      .select('id')
      .where('company_id', '=', companyId)
      .where('state', 'in', ['scheduled', 'held'])
      .where('act_at', '<=', late),
  ),
  run: (day) =>
    inTurns<Place>(day, {
      next: duePages<Place>(dueMessages),
      together,
      isOfTheTime,
      bring: (tx, now, places) => bring(day, tx, now, places),
      failed({ person_id: person, id: message }, error) {
        const { mode, companyId: company } = day.realm;
        const about = { mode, company, person, id: message };
        day.log.error({ err: error, ...about }, 'a message that was due could not be queued; it is tried again');
      },
    }),
};

async function bring(day: PassingDay, tx: Tx, now: Instant, places: readonly Place[]): Promise<readonly Place[]> {
  const timezone = (await timezoneOf(tx)) as string;
  const choose = choosing({ reader: tx });
  await holdEach(tx, makerOfDay(day, now, sendingEvents), places, async ({ held, emit }, own) => {
    if (held === undefined || held.subject.erased_at !== null) return;
    const ctx = movingInWork(day, { now, emit, timezone, actor: system });
    for (const { person_id: personId, id } of own) {
      const row = await messageOf(tx, { personId, id });
      // Somebody was quicker.
      if (row?.act_at == null || row.act_at > now) continue;
      await bringOne({ ctx, tx, owner: held.subject, row }, choose);
    }
  });
  return places;
}

async function bringOne(going: Progressing, choose: Choose): Promise<void> {
  const { ctx, tx, row } = going;
  const { person_id: personId } = row;
  const { vault, now, timezone } = ctx;
  // Each is asked by itself: one that was sent just now counts for the next.
  const guard = await messageGuard({ reader: tx, vault }, { people: [personId], now, timezone });
  const isStopped = await isDisabled(choose, guard, row);
  const decision = isStopped ? withoutText : decide(guard, personId, row, ctx);
  if (decision.becomes !== 'sent') return void (await putOff(going, decision));
  keepVerdictOf(going, decision.judged, row.channel === 'gui');
  const changes = { act_at: null, blocked_by: [], contact_id: decision.contact?.id ?? null };
  if (row.channel === 'gui') {
    await reportOf(going, { status: 'succeeded', status_details: 'guiShown', started_at: now });
    changeMessage(ctx, tx, row, { ...changes, state: outgoingStates.move(row.state, 'show').to, sent_at: now });
    return tellSent(going);
  }
  const { contact_id } = changes;
  await reportOf(going, { status_details: 'queued', scheduled_at_from: now, contact_id });
  const state = outgoingStates.move(row.state, 'queue').to;
  putInQueue(ctx, tx, changeMessage(ctx, tx, row, { ...changes, state }));
  outgoingRows.enqueue(tx, ctx.position, row);
}
