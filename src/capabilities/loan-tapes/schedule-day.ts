// Starts tapes whose time has come, each once. A tape is as of the day before. What a company has missed while nothing
// worked is made up for by one tape.
import { addDays, type CivilDate, firstOfMonth } from '@tenor/engine/values/civil-date.ts';
import { addSeconds } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { startingDay } from '#platform/work/day/starting-day.ts';
import type { Starting } from '#platform/work/operations/operations.ts';
import { dueTapeTypes } from './due.ts';
import { loanTapeTypes, type TapeTypeRow } from './tables.ts';
import { loanTapeChanged } from './tapes/events.ts';
import { notSent, type ScheduledRun, startTape } from './tapes/start.ts';
import { nextRunOf } from './types/next-run.ts';

export const tapeDay = startingDay({
  name: 'loan-tapes',
  due: dueTapeTypes,
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db.selectFrom('loan_tape_types').select('id').where('company_id', '=', companyId).where('next_run_at', '<=', late),
  ),
  declared: [loanTapeChanged],
  start: makeWhenDue,
});

async function makeWhenDue(ctx: Starting, tx: Tx, id: string): Promise<void> {
  const found = tx.db.selectFrom('loan_tape_types').select(loanTapeTypes.all).where('id', '=', id).forNoKeyUpdate();
  const type = (await tx.row(found)) as TapeTypeRow | undefined;
  // Somebody was quicker, or has changed the type.
  if (type === undefined || type.next_run_at === null || type.next_run_at > ctx.now) return;
  const zone = (await timezoneOf(tx)) ?? 'UTC';
  const next = await nextRunOf(tx, type, ctx.now);
  tx.write(tx.db.updateTable('loan_tape_types').set({ next_run_at: next }).where('id', '=', id));
  // Another version has taken its place, or nobody makes tapes by it any more.
  if (next === null) return;
  const run = { typeId: type.type_id, dueAt: type.next_run_at };
  if (await wasMade(tx, run)) return;
  // What was begun before then has ended by now. The day before is over by then, too.
  const knownAt = addSeconds(ctx.now, -60);
  const asOf = addDays(dateInZone(knownAt, zone), -1);
  const fromDate = type.tape_type === 'payments' ? await firstDayAfter(tx, run, asOf) : null;
  // One that was late has told of these days already.
  if (fromDate !== null && fromDate > asOf) return;
  startTape(ctx, tx, {
    type,
    asOf,
    fromDate,
    knownAt,
    investorId: null,
    comparedWithId: null,
    run,
    sending: { ...notSent, isToBeSent: type.sftp_settings !== null },
    responsible: { type: type.changed_by_type, id: type.changed_by_id } as Actor,
  });
}

/** A version that is written while the tape of the one before it begins has the same run before it. */
async function wasMade(tx: Tx, { typeId, dueAt }: ScheduledRun): Promise<boolean> {
  const made = tx.db
    .selectFrom('loan_tapes')
    .select('id')
    .where('scheduled_type_id', '=', typeId)
    .where('scheduled_for', '=', dueAt);
  return (await tx.row(made)) !== undefined;
}

/**
 * A tape of payments goes on where the one before it ended, so that together they have each payment once. After a test clock
 * was set back there are runs that come after this one: they say nothing of it.
 */
async function firstDayAfter(tx: Tx, { typeId, dueAt }: ScheduledRun, asOf: CivilDate): Promise<CivilDate> {
  const last = tx.db
    .selectFrom('loan_tapes')
    .select('as_of')
    .where('scheduled_type_id', '=', typeId)
    .where('scheduled_for', '<', dueAt)
    .where('state', 'in', ['initiated', 'running', 'succeeded'])
    .orderBy('scheduled_for', 'desc')
    .limit(1);
  const before = await tx.row(last);
  return before === undefined ? firstOfMonth(asOf) : addDays(before.as_of, 1);
}
