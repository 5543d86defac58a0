// Starts tapes whose time has come, each once. A tape is as of the day before. What a company has missed while nothing
// worked is made up for by one tape.
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
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
import { notSent, startTape } from './tapes/start.ts';
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
  startTape(ctx, tx, {
    type,
    asOf: dateOf(dayOf(dateInZone(ctx.now, zone)) - 1),
    // What was begun before then has ended by now.
    knownAt: addSeconds(ctx.now, -60),
    investorId: null,
    comparedWithId: null,
    isScheduled: true,
    sending: { ...notSent, isToBeSent: type.sftp_settings !== null },
    responsible: { type: type.changed_by_type, id: type.changed_by_id } as Actor,
  });
}
