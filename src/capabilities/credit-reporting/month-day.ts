// Makes the files of agencies whose day has come: each month once, in their order, also those that were missed while nothing
// worked.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import type { Actor } from '#platform/actor.ts';
import { machineNow } from '#platform/clock.ts';
import { writeOutbox } from '#platform/command/outbox.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { agenciesToLookAt, waitForOther } from './agencies/due.ts';
import { lastMonthEnd, nextFileAt } from './agencies/months.ts';
import { creditFileChanged } from './events.ts';
import { hasUnmade, isMakingOne, monthAsked, startFile } from './files/start.ts';
import { type AgencyRow, creditAgencies } from './tables.ts';

const atOnceMax = 100;

export const creditFilesDay: DailyStep = {
  name: 'credit-files',
  due: agenciesToLookAt,
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db.selectFrom('credit_agencies').select('id').where('company_id', '=', companyId).where('next_file_at', '<=', late),
  ),
  async run(day) {
    const due = await day.transact((tx, now) =>
      tx.rows(
        tx.db
          .selectFrom('credit_agencies')
          .select('id')
          .where('look_at', '<=', now)
          .orderBy('look_at')
          .limit(atOnceMax),
      ),
    );
    for (const { id } of due) await day.transact((tx, now) => startWhenDue(day, tx, id, now));
    return { isMore: due.length === atOnceMax };
  },
};

async function startWhenDue(day: PassingDay, tx: Tx, id: string, now: Instant): Promise<void> {
  const found = tx.db.selectFrom('credit_agencies').select(creditAgencies.all).where('id', '=', id).forNoKeyUpdate();
  const agency = (await tx.row(found)) as AgencyRow | undefined;
  const due = agency?.next_file_at ?? null;
  // Somebody was quicker, or has changed the agency.
  if (agency === undefined || due === null || due > now || agency.reports_on_day === null) return;
  // What is said goes on from the file before: its end is waited for.
  if (await isMakingOne(tx, id)) return waitForOther(tx, id);
  const zone = (await timezoneOf(tx)) ?? 'UTC';
  const asOf = lastMonthEnd(dateInZone(due, zone));
  // The doctor says that it waits: a month that is passed over can never be told of.
  if (await hasUnmade(tx, id, asOf)) return waitForOther(tx, id);
  const next = nextFileAt(agency.reports_on_day, due, zone);
  tx.write(tx.db.updateTable('credit_agencies').set({ next_file_at: next, look_at: next }).where('id', '=', id));
  const asked = { today: dateInZone(now, zone), asOf, isCorrection: false };
  const isFree = await monthAsked(tx, agency, asked).then(
    () => true,
    (error) => {
      // Somebody has made it by hand.
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
  if (!isFree) return;
  const { realm, clock, position } = day;
  await recordingByHand({ realm, now, position: () => position(), declared: [creditFileChanged] }, tx, async (emit) => {
    const starting = {
      now,
      emit,
      position: () => position(),
      machineNow: () => machineNow(clock),
      enqueue: (job: string, payload: Record<string, unknown>) =>
        writeOutbox(tx, [{ subjectId: realm.companyId, position: position(), job, payload }]),
    };
    const responsible = { type: agency.changed_by_type, id: agency.changed_by_id } as Actor;
    startFile(starting, tx, { agency, asOf, isCorrection: false, isScheduled: true, responsible });
  });
}
