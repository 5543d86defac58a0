// The work of an import, chunk after chunk: the lines of one and what became of them are one commit. So whoever goes on
// after a crash begins with the first chunk of which nothing is known, and no line is done twice.
import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { machineNow } from '#platform/clock.ts';
import { type Caller, type CommandContext, isRace, LostRace } from '#platform/command/context.ts';
import { gatheringTx } from '#platform/db/many-rows.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { isLockTimeout, isSqlError, isUnreachable } from '#platform/db/sqlstate.ts';
import { errorBody, errors, Refusal } from '#platform/errors.ts';
import { eventRecorder } from '#platform/events/record-events.ts';
import { parseJson } from '#platform/input/json.ts';
import {
  LeaseLost,
  type OperationKind,
  type OperationView,
  type Running,
  startOperation,
} from '#platform/operations/operations.ts';
import { uuid } from '#platform/random.ts';
import { commandNow } from '#platform/test-clock/business-clock.ts';
import { draftTx, remembering } from './draft-tx.ts';
import type { ImportBatch, ImportKind, ImportLine, LineResult, Made, Outcome } from './import-kind.ts';
import { openChunk, type Upload } from './receive-lines.ts';
import './tables.ts';

/** Kept with the operation: what the lines may do is what the caller might have done. */
interface ImportInput extends Record<string, unknown> {
  readonly uploadId: string;
  readonly lines: number;
  readonly caller: Pick<Caller, 'timezone' | 'keyId' | 'keyName'> & { readonly permissions: readonly string[] };
}

/** `permissions`: those that its lines may need, of which the caller's are kept. */
export function startImport(
  ctx: CommandContext,
  tx: Tx,
  kind: { readonly kind: string },
  upload: Upload,
  permissions: readonly string[],
): OperationView {
  const { timezone, keyId, keyName, permissions: has } = ctx.caller;
  const caller = { timezone, keyId, keyName, permissions: permissions.filter((one) => has.has(one)) };
  const input: ImportInput = { uploadId: upload.id, lines: upload.lines, caller };
  return startOperation(ctx, tx, kind, input);
}

export const importOperation = <T>(kind: ImportKind<T>): OperationKind => ({
  kind: kind.kind,
  async run(running) {
    const { uploadId, lines } = running.input as ImportInput;
    let chunk = await nextChunk(running.reader, uploadId);
    await running.progress(chunk === undefined ? lines : chunk.first_line - 1, lines);
    while (chunk !== undefined) {
      await doChunk(running, kind, chunk);
      chunk = await nextChunk(running.reader, uploadId);
    }
    await running.finish(async (tx) => {
      running.mark(tx, { done: lines, total: lines });
      tx.write(tx.db.deleteFrom('import_chunks').where('upload_id', '=', uploadId));
      return { lines, ...(await outcomesOf(tx, uploadId)) };
    });
  },
});

interface Chunk {
  readonly number: number;
  readonly first_line: number;
  readonly lines: number;
  readonly sealed: Buffer;
}

const nextChunk = (reader: Reader, uploadId: string): Promise<Chunk | undefined> =>
  reader.row(
    reader.db
      .selectFrom('import_chunks')
      .select(['number', 'first_line', 'lines', 'sealed'])
      .where('upload_id', '=', uploadId)
      .where('sealed', 'is not', null)
      .orderBy('number')
      .limit(1) as never,
  );

async function outcomesOf(reader: Reader, uploadId: string): Promise<Record<Outcome, number>> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('import_results')
      .select(['outcome', sql<number>`count(*)`.as('count')])
      .where('upload_id', '=', uploadId)
      .groupBy('outcome'),
  );
  return {
    created: 0,
    existing: 0,
    failed: 0,
    ...Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count])),
  };
}

const racesMax = 3;
const clockWaitMs = 500;

/** All of it at once; what cannot be done so, say because a line broke it, line by line. */
async function doChunk<T>(running: Running, kind: ImportKind<T>, chunk: Chunk): Promise<void> {
  const lines = openLines(running, chunk);
  for (let attempt = 1; attempt <= racesMax; attempt++) {
    try {
      const work = async (tx: Tx) => {
        await doLines(running, kind, tx, lines);
        return endChunk(running, tx, chunk);
      };
      await clockStands(() => running.piece(work));
      return;
    } catch (error) {
      mustBeOfLines(error);
      if (!isPassing(error)) break;
    }
  }
  await oneByOne(running, kind, chunk, lines);
}

const isPassing = (error: unknown): boolean => isRace(error) || isLockTimeout(error);

/** A lost lease or a lost database is no fault of a line: the operation ends here and goes on elsewhere. */
function mustBeOfLines(error: unknown): void {
  if (error instanceof LeaseLost || isUnreachable(error)) throw error;
}

/** While a test clock is moved nothing is written: its end is waited for. */
async function clockStands<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== errors.Locked) throw error;
      await sleep(clockWaitMs);
    }
  }
}

async function oneByOne<T>(running: Running, kind: ImportKind<T>, chunk: Chunk, lines: readonly Line[]): Promise<void> {
  const { uploadId } = running.input as ImportInput;
  const done = new Set((await resultsOf(running.reader, uploadId, chunk)).map(({ line }) => line));
  for (const line of lines.filter(({ number }) => !done.has(number))) {
    for (let attempt = 1; ; attempt++) {
      try {
        const work = async (tx: Tx) => {
          await doLines(running, kind, tx, [line]);
          return nothingCounted;
        };
        await clockStands(() => running.piece(work));
        break;
      } catch (error) {
        mustBeOfLines(error);
        if (isPassing(error) && attempt < racesMax) continue;
        running.log.error({ err: error, operation: running.operationId, line: line.number }, 'a line was not imported');
        const body = errorBody(error instanceof Refusal ? error : defect());
        const failed = resultRow(uploadId, line.number, 'failed', { ...nothing, error: body });
        await running.step(async (tx) => writeResults(tx, [failed]));
        break;
      }
    }
  }
  await running.piece(async (tx) => endChunk(running, tx, chunk));
}

const defect = (): Refusal => new Refusal(errors.InternalError, 'The service failed on this line.');

const resultsOf = (reader: Reader, uploadId: string, { first_line, lines }: Chunk) =>
  reader.rows(
    reader.db
      .selectFrom('import_results')
      .select('line')
      .where('upload_id', '=', uploadId)
      .where('line', '>=', first_line)
      .where('line', '<', first_line + lines),
  );

interface Line {
  readonly number: number;
  readonly text: Buffer;
}

/** Empty lines are no lines, but are counted. */
function openLines({ vault, realm, input }: Running, { number, first_line, sealed }: Chunk): Line[] {
  const texts = openChunk(vault.companySealer(realm.companyId), (input as ImportInput).uploadId, number, sealed);
  return texts
    .map((text, i) => ({ number: first_line + i, text }))
    .filter(({ text }) => text.toString('latin1').trim() !== '');
}

const nothingCounted = { done: 0, counts: {} };

function endChunk({ input }: Running, tx: Tx, { number, lines }: Chunk) {
  const { uploadId } = input as ImportInput;
  tx.write(
    tx.db
      .updateTable('import_chunks')
      .set({ sealed: null })
      .where('upload_id', '=', uploadId)
      .where('number', '=', number),
  );
  return { done: lines, counts: {} };
}

type ResultRow = ReturnType<typeof resultRow>;

const resultRow = (uploadId: string, line: number, outcome: Outcome, result: LineResult) => ({
  upload_id: uploadId,
  id: String(line),
  line,
  outcome,
  result: JSON.stringify(result),
});

const nothing: LineResult = { personId: null, loanId: null, externalId: null, ignoredFields: [], error: null };

function writeResults(tx: Tx, rows: readonly ResultRow[]): void {
  if (rows.length > 0) tx.write(tx.db.insertInto('import_results').values([...rows]));
}

const sentAtOnce = 50;
/** So many lines are some milliseconds. */
const linesAtOnce = 8;

async function doLines<T>(running: Running, kind: ImportKind<T>, under: Tx, lines: readonly Line[]): Promise<void> {
  const { uploadId } = running.input as ImportInput;
  const now = await commandNow(under, running.clock, false);
  const tx = gatheringTx(under);
  const results = new Map<number, ResultRow>();
  const ignored = new Map<number, readonly string[]>();
  const failed = (number: number, refusal: Refusal): void => {
    const result = { ...nothing, ignoredFields: ignored.get(number) ?? [], error: errorBody(refusal) };
    results.set(number, resultRow(uploadId, number, 'failed', result));
  };
  const read: ImportLine<T>[] = [];
  for (const { number, text } of lines) {
    try {
      const { value, ignored: unknown } = kind.decode(parseJson(text));
      ignored.set(number, unknown);
      read.push({ number, body: value });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failed(number, error);
    }
  }
  let kept = 0;
  const remembered = remembering(tx, kind.steady);
  const attempt: ImportBatch<T>['attempt'] = async (line, work, after) => {
    // Requests come in between: nobody waits for a whole chunk.
    if (results.size % linesAtOnce === 0) await breathe();
    const draft = draftTx(tx, remembered);
    const maker = { ...contextOf(running, now), declared: kind.events };
    const events = eventRecorder(maker, after);
    const ctx: CommandContext = {
      ...maker,
      emit: events.emit,
      enqueue: (job, payload) => enqueue(draft, running, after?.subjectId ?? running.realm.companyId, job, payload),
    };
    let made: Made;
    try {
      made = await work(ctx, draft);
    } catch (error) {
      // What the database found wrong has ended the transaction; what we did leaves nothing behind.
      if (error instanceof LostRace || isSqlError(error) || isUnreachable(error)) throw error;
      if (!(error instanceof Refusal)) {
        running.log.error({ err: error, operation: running.operationId, line: line.number }, 'a line was not imported');
      }
      failed(line.number, error instanceof Refusal ? error : defect());
      return undefined;
    }
    events.flush(draft);
    draft.keep();
    kept += 1;
    // The database works on these while the next ones are computed.
    if (kept % sentAtOnce === 0) tx.send();
    const { outcome, personId = null, loanId = null, externalId = null } = made;
    const ignoredFields = ignored.get(line.number) ?? [];
    results.set(
      line.number,
      resultRow(uploadId, line.number, outcome, { personId, loanId, externalId, ignoredFields, error: null }),
    );
    return made;
  };
  await kind.batch({ lines: read, tx, attempt });
  tx.send();
  writeResults(under, [...results.values()]);
}

function contextOf(running: Running, now: CommandContext['now']) {
  const { realm, clock, vault, operationId, input } = running;
  const { caller } = input as ImportInput;
  return {
    realm,
    now,
    caller: { ...caller, realm, permissions: new Set(caller.permissions), apiVersion: null } satisfies Caller,
    machineNow: () => machineNow(clock),
    machineMicros: () => clock.micros(),
    settings: { webhookDevHosts: new Set<string>() },
    requestId: operationId,
    keyId: caller.keyId,
    vault,
    position: running.position,
  };
}

function enqueue(tx: Tx, running: Running, subjectId: string, job: string, payload: Record<string, unknown>): void {
  const row = {
    subject_id: subjectId,
    id: uuid(),
    position: running.position(),
    job,
    payload: JSON.stringify(payload),
  };
  tx.write(tx.db.insertInto('outbox').values(row));
}
