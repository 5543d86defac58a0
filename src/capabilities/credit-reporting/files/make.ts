// The operation that makes a file: its text is written and checked at once, and counts as said only in the commit that ends
// it. Whatever dies before has said nothing, and is done anew: the same books give the same bytes.

import { Readable } from 'node:stream';
import { checkFile } from '@tenor/metro2/check/check-file.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { type Actor, system } from '#platform/actor.ts';
import { type ArrivedBlob, keepBlob } from '#platform/blobs/keep-blobs.ts';
import { machineNow } from '#platform/clock.ts';
import { writeOutbox } from '#platform/command/outbox.ts';
import { mustStillHave } from '#platform/command/rights.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { encrypted } from '#platform/file-places/open-pgp.ts';
import { aboutOne, telling } from '#platform/work/operations/about-one.ts';
import type { OperationKind, Running } from '#platform/work/operations/operation-kind.ts';
import { startOperation } from '#platform/work/operations/operations.ts';
import type { LeftOut } from '../accounts/left-out.ts';
import { creditAgency } from '../agencies/agency.ts';
import { lookAgain } from '../agencies/due.ts';
import { creditFileChanged } from '../events.ts';
import type { AgencyRow, FileRow } from '../tables.ts';
import { downloadPermission } from '../words.ts';
import { FileContent } from './content.ts';
import { readFile, tellFile } from './file.ts';
import { fileNameOf } from './file-name.ts';
import { inStep } from './in-step.ts';
import { fileJob, tellJob } from './job.ts';
import { fileTable } from './states.ts';
import { waitingCreditFiles } from './waiting-files.ts';
import type { FileFinding } from './words.ts';

/** Until then whoever made it downloads it; what was said of each loan stays. */
const keptMicros = 90 * 86_400 * 1_000_000;
/** A million accounts with two consumers each are a quarter of it. */
const bytesMax = 2 * 1024 * 1024 * 1024;

export const makingFiles: OperationKind = aboutOne({
  job: fileJob,
  name: 'creditFileId',
  needs: ['credit.file:create'],
  work: makeFile,
  fail: (ending, tx, fileId, message) =>
    telling(ending, tx, [creditFileChanged], async ({ now, emit }) => {
      const row = await readFile(tx, fileId, true);
      if (row === undefined || fileTable.isFinal(row.state)) return;
      const state = fileTable.move(row.state, 'fail').to;
      const changes = { state, error_message: message, finished_at: now, updated_at: now };
      tx.write(tx.db.updateTable('credit_files').set(changes).where('id', '=', fileId));
      dropReports(tx, fileId);
      lookAgain(tx, row.agency_id);
      tellFile(emit, tx.realm.companyId, { ...row, state });
    }),
});

/** Errors: NotFound, Forbidden, KeyEnded. */
async function makeFile(running: Running, fileId: string): Promise<void> {
  const file = await begin(running, fileId);
  const { reader, vault } = running;
  const agency = await creditAgency.find(reader, file.agency_id);
  if (agency.place !== null) await mustMayDownload(running, file);
  const zone = (await timezoneOf(reader)) ?? 'UTC';
  const { as_of: asOf, known_at: knownAt, is_correction: isCorrection } = file;
  const reporting = { reader, vault, agency, zone, asOf, knownAt, isCorrection };
  const content = new FileContent(running, reporting, file);
  const made = await written(running, agency, content);
  await running.finish((tx) =>
    conclude(running, tx, { file, agency, made, count: content.loans.length, leftOut: content.leftOut }),
  );
}

/** Errors: Forbidden, KeyEnded. */
async function mustMayDownload(
  running: Running,
  { responsible_type: type, responsible_id: id }: FileRow,
): Promise<void> {
  const rights = await running.rights();
  const actor = { type, id } as Actor;
  if (actor.id !== null) mustStillHave(actor, rights, [downloadPermission]);
}

/** What an earlier try has left goes. */
const begin = (running: Running, fileId: string): Promise<FileRow> =>
  running.step(async (tx) => {
    const row = await readFile(tx, fileId, true);
    if (row === undefined) throw new Error(`There is no file ${fileId}.`);
    const state = fileTable.move(row.state, 'run').to;
    dropReports(tx, fileId);
    tx.write(tx.db.updateTable('credit_files').set({ state }).where('id', '=', fileId));
    return { ...row, state };
  });

/** What a file has not said is not kept. */
const dropReports = (tx: Tx, fileId: string): void =>
  tx.write(tx.db.deleteFrom('credit_reports').where('file_id', '=', fileId));

interface Made {
  readonly arrived: ArrivedBlob;
  readonly findings: readonly FileFinding[];
}

/** Its text goes two ways: to the store, and to the checker. */
async function written(running: Running, agency: AgencyRow, content: FileContent): Promise<Made> {
  const { realm, blobs } = running;
  const { text, fault } = rememberingFault(content.text());
  const [toCheck, toKeep] = inStep(text);
  const { open_pgp_public_key: key } = agency;
  const body = Readable.from(key === null ? toKeep : encrypted(key, toKeep));
  const [checked, arrived] = await Promise.all([
    checkFile(toCheck, content.before),
    blobs.put(realm, realm.companyId, body, { bytesMax }),
  ]).catch((error) => {
    // The store says only that the text broke off, which would end the file for good.
    throw fault() ?? error;
  });
  // The header is the first line.
  const loanOf = (line: number): string | null => content.loans[line - 2] ?? null;
  const findings = checked.findings.map(({ line, rule, says }) => ({ loanId: loanOf(line), rule, says }));
  return { arrived, findings };
}

/** Which loans it tells of first and last is told by an operation of its own: they are many, and it has begun with this commit. */
function tellOfLoans({ clock, position }: Running, tx: Tx, fileId: string): void {
  const asking = {
    caller: { actor: system },
    machineNow: () => machineNow(clock),
    position,
    enqueue: (job: string, payload: Record<string, unknown>) =>
      writeOutbox(tx, [{ subjectId: tx.realm.companyId, position: position(), job, payload }]),
  };
  startOperation(asking, tx, tellJob, { fileId });
}

/** What has stopped a text while it was written. */
function rememberingFault(pieces: AsyncIterable<Buffer>) {
  let found: unknown;
  async function* text(): AsyncGenerator<Buffer> {
    try {
      yield* pieces;
    } catch (error) {
      found = error;
      throw error;
    }
  }
  return { text: text(), fault: () => found };
}

interface Done {
  readonly file: FileRow;
  readonly agency: AgencyRow;
  readonly made: Made;
  readonly count: number;
  readonly leftOut: LeftOut;
}

async function conclude(running: Running, tx: Tx, { file, agency, made, count, leftOut }: Done) {
  const { vault, clock, position } = running;
  const { companyId } = tx.realm;
  const isRight = made.findings.length === 0;
  const state = fileTable.move(file.state, isRight ? 'make' : 'refuse').to;
  await telling(running, tx, [creditFileChanged], async ({ now, emit }) => {
    await keepBlob(tx, vault.companySealer(companyId), made.arrived, clock.micros() + keptMicros);
    const isToLeave = isRight && agency.place !== null;
    const changes = {
      state,
      num_accounts: count,
      left_out: JSON.stringify(leftOut),
      findings: JSON.stringify(made.findings),
      content_id: made.arrived.id,
      file_name: fileNameOf(agency, file),
      finished_at: now,
      updated_at: now,
      ...(isToLeave && waitingCreditFiles.putIn(clock)),
    };
    tx.write(tx.db.updateTable('credit_files').set(changes).where('id', '=', file.id));
    if (isToLeave) waitingCreditFiles.enqueue(tx, position, file);
    if (!isRight) dropReports(tx, file.id);
    lookAgain(tx, agency.id);
    tellFile(emit, companyId, { ...file, state });
  });
  if (isRight) tellOfLoans(running, tx, file.id);
  running.mark(tx, { done: count, total: count });
  return { creditFileId: file.id };
}
