// Makes the files of agencies whose day has come: each month once, in their order, also those that were missed while nothing
// worked.
import { monthEndBefore } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { startingDay } from '#platform/work/day/starting-day.ts';
import type { Starting } from '#platform/work/operations/operations.ts';
import { agenciesToLookAt, waitForOther } from './agencies/due.ts';
import { nextFileAt } from './agencies/months.ts';
import { creditFileChanged } from './events.ts';
import { hasUnmade, isMakingOne, monthAsked, startFile } from './files/start.ts';
import { type AgencyRow, creditAgencies } from './tables.ts';

export const creditFilesDay = startingDay({
  name: 'credit-files',
  due: agenciesToLookAt,
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db.selectFrom('credit_agencies').select('id').where('company_id', '=', companyId).where('next_file_at', '<=', late),
  ),
  declared: [creditFileChanged],
  start: startWhenDue,
});

async function startWhenDue(ctx: Starting, tx: Tx, id: string): Promise<void> {
  const found = tx.db.selectFrom('credit_agencies').select(creditAgencies.all).where('id', '=', id).forNoKeyUpdate();
  const agency = (await tx.row(found)) as AgencyRow | undefined;
  const due = agency?.next_file_at ?? null;
  // Somebody was quicker, or has changed the agency.
  if (agency === undefined || due === null || due > ctx.now || agency.reports_on_day === null) return;
  // What is said goes on from the file before: its end is waited for.
  if (await isMakingOne(tx, id)) return waitForOther(tx, id);
  const zone = (await timezoneOf(tx)) ?? 'UTC';
  const asOf = monthEndBefore(dateInZone(due, zone));
  // The doctor says that it waits: a month that is passed over can never be told of.
  if (await hasUnmade(tx, id, asOf)) return waitForOther(tx, id);
  const next = nextFileAt(agency.reports_on_day, due, zone);
  tx.write(tx.db.updateTable('credit_agencies').set({ next_file_at: next, look_at: next }).where('id', '=', id));
  const asked = { today: dateInZone(ctx.now, zone), asOf, isCorrection: false };
  const isFree = await monthAsked(tx, agency, asked).then(
    () => true,
    (error) => {
      // Somebody has made it by hand.
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
  if (!isFree) return;
  const responsible = { type: agency.changed_by_type, id: agency.changed_by_id } as Actor;
  startFile(ctx, tx, { agency, asOf, isCorrection: false, isScheduled: true, responsible });
}
