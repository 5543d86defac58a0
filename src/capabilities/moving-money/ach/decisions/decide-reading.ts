// A second person says whether a file that somebody has brought is the bank's.
import { mustBeAnother } from '#capabilities/access/index.ts';
import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { achReadingErrors } from '../incoming/errors.ts';
import { achFileRefused, readingNames } from '../incoming/events.ts';
import { readingRow, readingUpdate } from '../incoming/keep-file.ts';
import { readingRows } from '../incoming/reading-rows.ts';
import type { AchReading } from '../incoming/schemas.ts';
import { noReading, presentReading } from '../incoming/show-reading.ts';
import { readingStates } from '../incoming/states.ts';
import type { ReadingRow } from '../incoming/tables.ts';
import { decideOn, lockDecision } from './decision.ts';

export const confirmPermission = 'ach.reading:confirm';

/** Errors: NotFound, AchReadingState, SecondPersonNeeded, OrdererLostRight. */
export async function confirmReading(ctx: CommandContext, tx: Tx, id: string, whole: Whole): Promise<AchReading> {
  const { row, asked } = await waiting(tx, id, 'understand');
  const first = { type: asked.asked_by_type, id: asked.asked_by_id, needs: 'ach.reading:create' };
  await mustBeAnother(ctx, tx, { ...first, mayApprove: confirmPermission, path: 'achReadingId' }, whole);
  decideOn(ctx, tx, id, 'done');
  const again = readingRows.putIn({ micros: ctx.machineMicros });
  tx.write(readingUpdate(tx, id).set(again));
  readingRows.enqueue(tx, ctx.position, { id });
  return presentReading({ ...row, ...again });
}

/** Nothing of it counts. Errors: NotFound, AchReadingState. */
export async function rejectReading(ctx: CommandContext, tx: Tx, id: string, reason: string): Promise<AchReading> {
  const { row } = await waiting(tx, id, 'refuse');
  decideOn(ctx, tx, id, 'refused', reason);
  const state = readingStates.move(row.state, 'refuse', { id }).to;
  const refused = { state, problem: reason, ...readingRows.ended, read_at: ctx.now };
  tx.write(readingUpdate(tx, id).set(refused));
  ctx.emit(achFileRefused, ctx.realm.companyId, readingNames(row));
  return presentReading({ ...row, ...refused });
}

async function waiting(tx: Tx, id: string, verb: 'understand' | 'refuse') {
  const row: ReadingRow | undefined = await tx.row(readingRow(tx, id).forUpdate());
  if (row === undefined) throw noReading(id);
  readingStates.mustAllow(row.state, verb, { id });
  const asked = await lockDecision(tx, id);
  if (asked !== undefined && asked.outcome === null) return { row, asked };
  throw new Refusal(achReadingErrors.AchReadingState, `The file ${id} waits for nobody.`, {
    data: { path: 'achReadingId', status: row.state },
  });
}
