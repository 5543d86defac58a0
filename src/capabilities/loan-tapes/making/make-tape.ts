// The operation of a tape: reads what it tells of page by page, proves them against the ledger, and keeps the file. Whatever dies
// before has kept nothing, and the next worker makes the same bytes anew.

import { Readable } from 'node:stream';
import { portfolioSize } from '#capabilities/loans/index.ts';
import type { Actor } from '#platform/actor.ts';
import { type ArrivedBlob, keepBlob } from '#platform/blobs/keep-blobs.ts';
import { workNow } from '#platform/business-clock.ts';
import { mustStillHave } from '#platform/command/rights.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { aboutOne, type Ending, telling } from '#platform/work/operations/about-one.ts';
import type { OperationKind, Running } from '#platform/work/operations/operation-kind.ts';
import type { LoanRowOfTape } from '../catalogue/field.ts';
import { tapeErrors } from '../errors.ts';
import { compressed, compressedEnding } from '../formats/compressed.ts';
import { bytesOf, endings } from '../formats/format.ts';
import type { Values } from '../formats/lines.ts';
import { tapeTable } from '../states.ts';
import type { LoanTapeRow, TapeTypeRow } from '../tables.ts';
import { endTape } from '../tapes/end.ts';
import { loanTapeChanged, tellTape } from '../tapes/events.ts';
import { readTape } from '../tapes/find-tape.ts';
import { tapeJob } from '../tapes/job.ts';
import { bytesMax } from '../tapes/limits.ts';
import { waitingTapes } from '../tapes/waiting-tapes.ts';
import { fileNameOf } from '../types/file-name.ts';
import { isPersonal, permissionsOfType } from '../types/problems.ts';
import { sendingPermission } from '../types/recipient.ts';
import { findTapeType } from '../types/tape-type.ts';
import { columnsOf } from './columns.ts';
import { differenceColumns, differencesOf, type Side } from './differences.ts';
import { isProved, notProved, type TapeProof } from './proof.ts';
import type { Sought } from './rows.ts';
import { subjectOf } from './subject.ts';

const dayMicros = 86_400 * 1_000_000;
/** What tells who borrowers are goes sooner. */
const keptDays = { personal: 30, other: 400 };

export const makingTapes: OperationKind = aboutOne({
  job: tapeJob,
  name: 'tapeId',
  needs: ['loan.tape:create'],
  work: make,
  fail: (ending, tx, tapeId, message) => endFailed(ending, tx, tapeId, message),
});

const endFailed = (ending: Ending, tx: Tx, tapeId: string, message: string, proof: TapeProof | null = null) =>
  telling(ending, tx, [loanTapeChanged], async (at) => {
    const tape = await readTape(tx, tapeId, true);
    if (tape === undefined || tapeTable.isFinal(tape.state)) return;
    endTape(at, tx, tape, 'fail', { error_message: message, proof });
  });

/** Errors: Forbidden, KeyEnded, NotFound, TapeNotMade. */
async function make(running: Running, tapeId: string): Promise<void> {
  const tape = await begin(running, tapeId);
  const sought = await soughtOf(running, tape);
  await mustMayRead(running, tape, [sought.type]);
  const { made, arrived, proof } = await provedOf(running, sought, tape);
  if (proof !== null && !isProved(proof)) {
    await running.blobs.discard(running.realm, arrived);
    await running.finish(async (tx) => {
      await endFailed(running, tx, tapeId, notProved(proof), proof);
      return { tapeId, failed: tapeErrors.TapeNotProved.errorType };
    });
    return;
  }
  await running.finish((tx) => conclude(running, tx, { tapeId, made, arrived, proof }));
}

interface Kept {
  readonly made: Making;
  readonly arrived: ArrivedBlob;
  readonly proof: TapeProof | null;
}

const triesMax = 2;

/**
 * A commit that came late may be in one of the two sources of the proof alone: what is really so is the same the next time.
 * Errors: Forbidden, KeyEnded, NotFound, TapeNotMade.
 */
async function provedOf(running: Running, sought: Sought, tape: LoanTapeRow, tries = 1): Promise<Kept> {
  const made =
    tape.compared_with_id === null ? await tapeOf(running, sought, tape) : await comparisonOf(running, sought, tape);
  const arrived = await keep(running, made);
  const proof = made.proof();
  if (proof === null || isProved(proof) || tries === triesMax) return { made, arrived, proof };
  await running.blobs.discard(running.realm, arrived);
  return provedOf(running, sought, tape, tries + 1);
}

const begin = (running: Running, tapeId: string): Promise<LoanTapeRow> =>
  running.step(async (tx) => {
    const tape = await readTape(tx, tapeId, true);
    if (tape === undefined) throw new Error(`There is no tape ${tapeId}.`);
    const now = await workNow(tx, running.clock);
    const changes = { state: tapeTable.move(tape.state, 'run').to, started_at: tape.started_at ?? now };
    tx.write(tx.db.updateTable('loan_tapes').set(changes).where('id', '=', tapeId));
    return { ...tape, ...changes };
  });

/** Errors: NotFound. */
async function soughtOf({ reader }: Running, tape: LoanTapeRow): Promise<Sought> {
  const type = (await findTapeType(reader, tape.loan_tape_type_id)) as TapeTypeRow;
  return { asOf: tape.as_of, knownAt: tape.known_at, type, investorId: tape.investor_id, fromDate: tape.from_date };
}

/** Errors: Forbidden, KeyEnded. */
async function mustMayRead(running: Running, tape: LoanTapeRow, types: readonly TapeTypeRow[]): Promise<void> {
  const rights = await running.rights();
  const actor = { type: tape.responsible_type, id: tape.responsible_id } as Actor;
  if (actor.id === null) return;
  const sending = tape.is_to_be_sent ? [sendingPermission] : [];
  mustStillHave(actor, rights, [...types.flatMap(permissionsOfType), ...sending]);
}

/** What is being made: its counts are complete when its bytes are. */
interface Making {
  readonly bytes: AsyncIterable<Buffer>;
  /** Its name, as it is before it is compressed. */
  readonly fileName: string;
  readonly types: readonly TapeTypeRow[];
  readonly counts: { rows: number; leftOut: number; replayed: number };
  proof(): TapeProof | null;
}

async function tapeOf(running: Running, sought: Sought, tape: LoanTapeRow): Promise<Making> {
  const { type } = sought;
  const subject = subjectOf(type);
  const columns = columnsOf(subject.catalogue, type);
  const counts = { rows: 0, leftOut: 0, replayed: 0 };
  const proving = subject.proving(running.reader, sought);
  const total = await portfolioSize(running.reader, sought);
  async function* pages(): AsyncGenerator<readonly LoanRowOfTape[]> {
    let done = 0;
    let told: Promise<void> = Promise.resolve();
    for await (const { rows, proved, loans, leftOut, replayed } of subject.rows(running, sought)) {
      await proving.take(proved);
      counts.rows += rows.length;
      counts.leftOut += leftOut;
      counts.replayed += replayed;
      done += loans;
      // The commit of one page goes on while the next is made.
      await told;
      told = running.progress(done, total);
      told.catch(() => {});
      yield rows;
    }
    await told;
    await proving.end();
  }
  const { tape_output_format: format, money_unit: unit } = type;
  const name = tape.custom_file_name ?? type.custom_file_name;
  return {
    bytes: bytesOf({ format, unit, columns, valuesOf: (row) => columns.map(({ of }) => of(row)) }, pages()),
    fileName: `${fileNameOf({ ...type, custom_file_name: name }, { id: tape.id, asOf: sought.asOf })}.${endings[format]}`,
    types: [type],
    counts,
    proof: () => proving.proof(),
  };
}

/** Errors: Forbidden, KeyEnded, NotFound. */
async function comparisonOf(running: Running, after: Sought, tape: LoanTapeRow): Promise<Making> {
  const other = await readTape(running.reader, tape.compared_with_id as string);
  if (other === undefined) throw new Error(`There is no tape ${tape.compared_with_id}.`);
  const before = await soughtOf(running, other);
  await mustMayRead(running, tape, [before.type]);
  const counts = { rows: 0, leftOut: 0, replayed: 0 };
  const subject = subjectOf(after.type);
  const sizes = await Promise.all([before, after].map((sought) => portfolioSize(running.reader, sought)));
  async function* pages(): AsyncGenerator<readonly Values[]> {
    const [one, other] = [before, after].map((sought) => ({ sought, rows: subject.rows(running, sought) }));
    let done = 0;
    for await (const { loans, differences } of differencesOf(subject, one as Side, other as Side)) {
      counts.rows += differences.length;
      done += loans;
      await running.progress(done, Math.max(...sizes));
      yield differences;
    }
  }
  const { money_unit: unit } = after.type;
  return {
    bytes: bytesOf({ format: 'CSV', unit, columns: differenceColumns(subject), valuesOf: (values) => values }, pages()),
    fileName: `${tape.id}.${endings.CSV}`,
    types: [before.type, after.type],
    counts,
    proof: () => null,
  };
}

/** Errors: BodyTooLarge, and whatever making its bytes has thrown. */
async function keep({ realm, blobs }: Running, made: Making): Promise<ArrivedBlob> {
  const how = made.types.at(-1)?.compression_type ?? 'noCompression';
  let failure: unknown;
  async function* bytes(): AsyncGenerator<Buffer> {
    try {
      yield* made.bytes;
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  const packed = compressed(bytes(), how, made.fileName);
  try {
    return await blobs.put(realm, realm.companyId, Readable.from(packed), { bytesMax });
  } catch (error) {
    // Whoever keeps contents knows only that the body broke off.
    throw failure ?? error;
  }
}

interface Done {
  readonly tapeId: string;
  readonly made: Making;
  readonly arrived: ArrivedBlob;
  readonly proof: TapeProof | null;
}

async function conclude(running: Running, tx: Tx, { tapeId, made, arrived, proof }: Done) {
  const { vault, clock, position } = running;
  await telling(running, tx, [loanTapeChanged], async ({ now, emit }) => {
    const tape = (await readTape(tx, tapeId, true)) as LoanTapeRow;
    // Somebody was faster and has canceled it.
    if (tapeTable.isFinal(tape.state)) return;
    await keepBlob(tx, vault.companySealer(tx.realm.companyId), arrived, clock.micros() + keptFor(made.types));
    const { rows, leftOut, replayed } = made.counts;
    const how = made.types.at(-1)?.compression_type ?? 'noCompression';
    const changes = {
      state: tapeTable.move(tape.state, 'succeed').to,
      num_loans: rows,
      num_left_out: tape.compared_with_id === null ? leftOut : null,
      num_replayed: tape.compared_with_id === null ? replayed : null,
      proof: proof === null ? null : JSON.stringify(proof),
      content_id: arrived.id,
      file_name: `${made.fileName}${compressedEnding[how]}`,
      ...(tape.is_to_be_sent && waitingTapes.putIn(clock)),
      finished_at: now,
      updated_at: now,
    };
    tx.write(tx.db.updateTable('loan_tapes').set(changes).where('id', '=', tapeId));
    if (tape.is_to_be_sent) waitingTapes.enqueue(tx, position, tape);
    tellTape(emit, tx.realm.companyId, { ...tape, state: changes.state });
  });
  running.mark(tx, { done: made.counts.rows, total: made.counts.rows });
  return { tapeId };
}

const keptFor = (types: readonly TapeTypeRow[]): number =>
  (types.some(isPersonal) ? keptDays.personal : keptDays.other) * dayMicros;
