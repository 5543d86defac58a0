// What a person does with a file that has not left: releases it, voids it; and reads what stands in one.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, Refusal, refuseField } from '#platform/errors.ts';
import type { FileRow } from '../../orders/ach-entries/tables.ts';
import { noLongerAwaited } from './awaiting.ts';
import { achFileErrors } from './errors.ts';
import { achFileAcknowledged, achFileVoided, namesOf } from './events.ts';
import { fileUpdate, lockFile } from './file.ts';
import { readPart } from './parts.ts';
import { release } from './release.ts';
import type { AchFileAcknowledge, AchFileContent, AchFileDownload, AchFileUpload, AchFileVoid } from './schemas.ts';
import { noFile, shownFile } from './show-file.ts';
import { achFileStates } from './states.ts';
import { uploadRows } from './upload-rows.ts';
import { waitForNext } from './wait-for-next.ts';

/** Errors: NotFound, AchFileState, AchFileNotReady. */
export async function releaseFile(ctx: CommandContext, tx: Tx, id: string): Promise<AchFileUpload> {
  const file = await held(tx, id);
  achFileStates.mustAllow(file.state, 'release', { id });
  mustBePending(file);
  const clock = { micros: () => ctx.machineMicros() };
  return shownFile(release({ clock, position: ctx.position }, tx, ctx.now, file, ctx.caller.actor));
}

/** Its entries wait for the next cut-off; their payments stay pending. Errors: NotFound, AchFileState, AchFileNotReady. */
export async function voidFile(
  ctx: CommandContext,
  tx: Tx,
  id: string,
  { reason }: AchFileVoid,
): Promise<AchFileUpload> {
  const file = await held(tx, id);
  const { to: state } = achFileStates.move(file.state, 'void', { id });
  mustBePending(file);
  const ended = { state, reason, ended_at: ctx.now, ...uploadRows.ended };
  tx.write(fileUpdate(tx.db, id).set(ended));
  await waitForNext(ctx, tx, file);
  ctx.emit(achFileVoided, ctx.realm.companyId, namesOf(file));
  return shownFile({ ...file, ...ended });
}

/** What the bank says that it has read is what was sent. Errors: NotFound, AchFileState, InvalidRequest. */
export async function acknowledgeFile(
  ctx: CommandContext,
  tx: Tx,
  id: string,
  said: AchFileAcknowledge,
): Promise<AchFileUpload> {
  const file = await held(tx, id);
  const { to: state } = achFileStates.move(file.state, 'acknowledge', { id });
  const shown = shownFile(file);
  const differs = (['entryAddendaCount', 'totalDebitAmount', 'totalCreditAmount'] as const).filter(
    (path) => said[path] !== shown[path],
  );
  const expected = 'what the file has: ask the bank what it has read';
  mustHaveNone(differs.map((path) => ({ path, message: 'is not what was sent', expected })));
  const acknowledged = { state, acknowledged_at: ctx.now };
  tx.write(fileUpdate(tx.db, id).set(acknowledged));
  noLongerAwaited(tx, id);
  ctx.emit(achFileAcknowledged, ctx.realm.companyId, namesOf(file));
  return shownFile({ ...file, ...acknowledged });
}

async function held(tx: Tx, id: string): Promise<FileRow> {
  const file = await lockFile(tx, id);
  if (file === undefined) throw noFile(id);
  return file;
}

/** Errors: AchFileNotReady. */
function mustBePending({ id, act_at }: FileRow): void {
  if (act_at === null) return;
  throw new Refusal(achFileErrors.AchFileNotReady, `Payments of the file ${id} are not pending yet.`, {
    data: { path: 'achFileUploadId' },
  });
}

/** Errors: NotFound, InvalidRequest. */
export async function downloadFile(
  { vault }: CommandContext,
  tx: Tx,
  id: string,
  { part = 0 }: AchFileDownload,
): Promise<AchFileContent> {
  const file = await lockFile(tx, id);
  if (file === undefined) throw noFile(id);
  const [content, counted] = await Promise.all([
    readPart(tx, vault, id, part),
    tx.row(
      tx.db
        .selectFrom('ach_file_parts')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('file_id', '=', id),
    ),
  ]);
  const parts = Number(counted?.count ?? 0);
  if (content === undefined) throw refuseField('part', 'is none of this file', `0 to ${parts - 1}`);
  return { id, object: 'achFileContent', part, parts, fileContent: content, sha256: file.sha256 };
}
