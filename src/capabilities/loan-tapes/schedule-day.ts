// Starts tapes whose time has come, each once. A tape is as of the day before. What a company has missed while nothing
// worked is made up for by one tape.
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import type { Actor } from '#platform/actor.ts';
import { machineNow } from '#platform/clock.ts';
import { writeOutbox } from '#platform/command/outbox.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { dueTapeTypes } from './due.ts';
import { loanTapeTypes, type TapeTypeRow } from './tables.ts';
import { loanTapeChanged } from './tapes/events.ts';
import { notSent, startTape } from './tapes/start.ts';
import { nextRunOf } from './types/next-run.ts';

const atOnceMax = 100;

export const tapeDay: DailyStep = {
  name: 'loan-tapes',
  due: dueTapeTypes,
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db.selectFrom('loan_tape_types').select('id').where('company_id', '=', companyId).where('next_run_at', '<=', late),
  ),
  async run(day) {
    const due = await day.transact((tx, now) =>
      tx.rows(
        tx.db
          .selectFrom('loan_tape_types')
          .select('id')
          .where('next_run_at', '<=', now)
          .orderBy('next_run_at')
          .limit(atOnceMax),
      ),
    );
    for (const { id } of due) await day.transact((tx, now) => makeWhenDue(day, tx, id, now));
    return { isMore: due.length === atOnceMax };
  },
};

async function makeWhenDue(day: PassingDay, tx: Tx, id: string, now: Instant): Promise<void> {
  const found = tx.db.selectFrom('loan_tape_types').select(loanTapeTypes.all).where('id', '=', id).forNoKeyUpdate();
  const type = (await tx.row(found)) as TapeTypeRow | undefined;
  // Somebody was quicker, or has changed the type.
  if (type === undefined || type.next_run_at === null || type.next_run_at > now) return;
  const zone = (await timezoneOf(tx)) ?? 'UTC';
  const next = await nextRunOf(tx, type, now);
  tx.write(tx.db.updateTable('loan_tape_types').set({ next_run_at: next }).where('id', '=', id));
  // Another version has taken its place, or nobody makes tapes by it any more.
  if (next === null) return;
  const { realm, clock, position } = day;
  await recordingByHand({ realm, now, position: () => position(), declared: [loanTapeChanged] }, tx, async (emit) => {
    const starting = {
      now,
      emit,
      position: () => position(),
      machineNow: () => machineNow(clock),
      enqueue: (job: string, payload: Record<string, unknown>) =>
        writeOutbox(tx, [{ subjectId: realm.companyId, position: position(), job, payload }]),
    };
    startTape(starting, tx, {
      type,
      asOf: dateOf(dayOf(dateInZone(now, zone)) - 1),
      // What was begun before then has ended by now.
      knownAt: addSeconds(now, -60),
      investorId: null,
      comparedWithId: null,
      isScheduled: true,
      sending: { ...notSent, isToBeSent: type.sftp_settings !== null },
      responsible: { type: type.changed_by_type, id: type.changed_by_id } as Actor,
    });
  });
}
