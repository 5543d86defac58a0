// What a person does with a file that has not left: releases it, voids it; and reads what stands in one.
import { entryTimes } from '@tenor/ach/times/entry-times.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { addSeconds } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import type { FileRow } from '../ach-entries/tables.ts';
import { carrierById } from '../companies-providers/carrier.ts';
import { bankTimesOf } from '../providers/ach/settings.ts';
import { achFileErrors } from './errors.ts';
import { fileUpdate, lockFile } from './file.ts';
import { readPart } from './parts.ts';
import { release } from './release.ts';
import type { AchFileContent, AchFileDownload, AchFileUpload, AchFileVoid } from './schemas.ts';
import { noFile, shownFile } from './show-file.ts';
import { achFileStates } from './states.ts';
import { keysOf } from './waiting.ts';

/** Errors: NotFound, AchFileState, AchFileNotReady. */
export async function releaseFile(ctx: CommandContext, tx: Tx, id: string): Promise<AchFileUpload> {
  const file = await held(tx, id);
  achFileStates.mustAllow(file.state, 'release', { id });
  mustBeTold(file);
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
  mustBeTold(file);
  const carrier = await carrierById(tx, ctx, file.carrier_id);
  if (carrier?.files === undefined) throw noFile(id);
  const bank = bankTimesOf(carrier.files);
  // The next one, also at the very cut-off.
  const after = addSeconds(ctx.now, 1);
  const { leavesBy } = entryTimes(bank, { on: dayOf(dateInZone(after, bank.zone)), wantsSameDay: false }, after);
  const ended = { state, reason, ended_at: ctx.now, held_until: null, claim: file.claim + 1 };
  tx.write(fileUpdate(tx.db, id).set(ended));
  await waitAgain(tx, id);
  tx.write(
    tx.db
      .updateTable('ach_entries')
      .set((eb) => ({ file_id: null, trace: null, voided_trace: eb.ref('trace'), leaves_at: leavesBy }))
      .where('file_id', '=', id),
  );
  return shownFile({ ...file, ...ended });
}

/** What never left settles on no day until it stands in another file. */
async function waitAgain(tx: Tx, fileId: string): Promise<void> {
  const entries = await tx.rows(
    tx.db.selectFrom('ach_entries').select(['person_id', 'attempt_id']).where('file_id', '=', fileId),
  );
  const keys = keysOf(
    entries.map((row) => row.person_id),
    entries.map((row) => row.attempt_id),
  );
  tx.write(
    tx.db
      .updateTable('payment_attempts')
      .from(keys)
      .set({ act_at: null })
      .whereRef('payment_attempts.person_id', '=', 'v.of_person')
      .whereRef('payment_attempts.id', '=', 'v.of_attempt'),
  );
}

async function held(tx: Tx, id: string): Promise<FileRow> {
  const file = await lockFile(tx, id);
  if (file === undefined) throw noFile(id);
  return file;
}

/** Errors: AchFileNotReady. */
function mustBeTold({ id, act_at }: FileRow): void {
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
