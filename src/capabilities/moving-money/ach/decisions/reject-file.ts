// The bank has refused a file that it was sent. One person says so, another confirms it: the entries go into the next file,
// so that a rejection that never was would take the money twice.
import { mustBeAnother } from '#capabilities/access/index.ts';
import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { FileRow } from '../../orders/ach-entries/tables.ts';
import { achFileErrors } from '../files/errors.ts';
import { achFileRejected, namesOf } from '../files/events.ts';
import { fileUpdate, lockFile } from '../files/file.ts';
import type { AchFileUpload } from '../files/schemas.ts';
import { noFile, shownFile } from '../files/show-file.ts';
import { achFileStates } from '../files/states.ts';
import { waitForNext } from '../files/wait-for-next.ts';
import { uncountSent } from '../rates/count.ts';
import { decideOn, lockDecision } from './decision.ts';

export const rejectPermission = 'ach.file.upload:reject';
export const confirmRejectionPermission = 'ach.file.upload:confirm.rejection';

/** Asks a second person; nothing changes yet. Errors: NotFound, AchFileState. */
export async function rejectFile(ctx: CommandContext, tx: Tx, id: string, reason: string): Promise<AchFileUpload> {
  const file = await rejectable(tx, id);
  const { actor } = ctx.caller;
  const by = { asked_by_type: actor.type, asked_by_id: actor.id };
  const asked = { asks: 'reject', reason, ...by, asked_at: ctx.now } as const;
  const none = { outcome: null, decided_by_type: null, decided_by_id: null, decided_at: null };
  tx.write(
    tx.db
      .insertInto('ach_decisions')
      .values({ file_id: id, ...asked, ...none })
      .onConflict((conflict) => conflict.columns(['company_id', 'file_id'] as never).doUpdateSet({ ...asked })),
  );
  const said = { reason: `Said to be refused by the bank, and not confirmed yet: ${reason}`.slice(0, 500) };
  tx.write(fileUpdate(tx.db, id).set(said));
  return shownFile({ ...file, ...said });
}

/** Errors: NotFound, AchFileState, AchFileSettled, AchRejectionNotAsked, SecondPersonNeeded, OrdererLostRight. */
export async function confirmRejection(ctx: CommandContext, tx: Tx, id: string, whole: Whole): Promise<AchFileUpload> {
  const file = await rejectable(tx, id);
  const asked = await lockDecision(tx, id);
  if (asked === undefined) {
    throw new Refusal(achFileErrors.AchRejectionNotAsked, `Nobody has said that the bank refuses the file ${id}.`, {
      data: { path: 'achFileUploadId' },
    });
  }
  const first = { type: asked.asked_by_type, id: asked.asked_by_id, needs: rejectPermission };
  await mustBeAnother(ctx, tx, { ...first, mayApprove: confirmRejectionPermission, path: 'achFileUploadId' }, whole);
  await uncountSent(tx, file);
  await waitForNext(ctx, tx, file);
  decideOn(ctx, tx, id, 'done');
  const state = achFileStates.move(file.state, 'reject', { id }).to;
  const rejected = { state, reason: asked.reason, ended_at: ctx.now };
  tx.write(fileUpdate(tx.db, id).set(rejected));
  ctx.emit(achFileRejected, ctx.realm.companyId, namesOf(file));
  return shownFile({ ...file, ...rejected });
}

async function rejectable(tx: Tx, id: string): Promise<FileRow> {
  const file = await lockFile(tx, id);
  if (file === undefined) throw noFile(id);
  achFileStates.mustAllow(file.state, 'reject', { id });
  return file;
}
