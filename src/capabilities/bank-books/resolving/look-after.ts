// Who looks after a break, and whom somebody has asked about it.

import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { moveBreak } from '../breaks/write-break.ts';
import type { MoneyBreak, MoneyBreakAsk, MoneyBreakUpdate } from './schemas.ts';
import { holdBreak, presentBreak } from './shown.ts';

/** Errors: NotFound, InvalidRequest, BreakStatusForbids. */
export async function assignBreak(
  whole: Whole,
  ctx: CommandContext,
  tx: Tx,
  id: string,
  { ownerId }: MoneyBreakUpdate,
): Promise<MoneyBreak> {
  const { row } = await holdBreak(tx, id);
  if (ownerId !== null && (await whole.rolesHeld(tx, ownerId)) === undefined) {
    throw refuseField('ownerId', 'is no active user of the company', 'the id of a user, or null');
  }
  const work = { ...ctx, actor: ctx.caller.actor };
  const done = moveBreak(work, tx, row, 'assign', { note: ownerId, changes: { owner_id: ownerId } });
  return presentBreak(done, ctx.now);
}

/** Errors: NotFound, BreakStatusForbids. */
export async function askAboutBreak(
  ctx: CommandContext,
  tx: Tx,
  id: string,
  { note }: MoneyBreakAsk,
): Promise<MoneyBreak> {
  const { row } = await holdBreak(tx, id);
  const work = { ...ctx, actor: ctx.caller.actor };
  return presentBreak(moveBreak(work, tx, row, 'ask', { note, changes: { asked_at: ctx.now } }), ctx.now);
}
