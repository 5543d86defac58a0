// The day of things that start an operation when their moment has come, as a command would start it: each in a commit of
// its own. One that fails keeps no other from its moment.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { machineNow } from '#platform/clock.ts';
import { writeOutbox } from '#platform/command/outbox.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import { duePages } from '../due-page.ts';
import type { DueRows } from '../due-rows.ts';
import type { Starting } from '../operations/operations.ts';
import type { DailyStep, PassingDay } from './daily-step.ts';
import { inTurns } from './in-turns.ts';
import { isOfTheTime } from './is-of-the-time.ts';

interface StartingDay extends Pick<DailyStep, 'name' | 'due' | 'leftBehind'> {
  readonly due: DueRows;
  readonly declared: readonly EventKind[];
  /** Locks the thing, and starts it if it is due still. */
  start(ctx: Starting, tx: Tx, id: string): Promise<void>;
}

export const startingDay = ({ declared, start, ...step }: StartingDay): DailyStep => ({
  ...step,
  run: (day) =>
    inTurns(day, {
      next: duePages<{ readonly id: string }>(step.due, { owner: null }),
      together: 1,
      async bring(tx, now, things) {
        await recordingByHand({ realm: day.realm, now, position: () => day.position(), declared }, tx, async (emit) => {
          for (const { id } of things) await start({ ...contextOf(day, tx, now), emit }, tx, id);
        });
        return things;
      },
      isOfTheTime,
      failed({ id }, error) {
        const { mode, companyId: company } = day.realm;
        day.log.error(
          { err: error, mode, company, id },
          `a ${step.due.subject} could not be started; it is tried again`,
        );
      },
    }),
});

const contextOf = ({ realm, clock, position }: PassingDay, tx: Tx, now: Instant): Omit<Starting, 'emit'> => ({
  now,
  position: () => position(),
  machineNow: () => machineNow(clock),
  enqueue: (job, payload) => writeOutbox(tx, [{ subjectId: realm.companyId, position: position(), job, payload }]),
});
