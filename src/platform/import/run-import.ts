// The work of an import, chunk after chunk: the lines of a chunk and their results are one commit. So after a crash the
// next worker begins with the first chunk without results, and no line is done twice. A few chunks are under way at
// once, so that the database works on one while the next is computed; if two chunks share something, they are done in
// the order of the file.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import { sql } from 'kysely';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { togetherOrOneByOne } from '#platform/work/one-by-one.ts';
import type { Counts, OperationKind, Rights, Running } from '#platform/work/operations/operation-kind.ts';
import { type OperationView, startOperation } from '#platform/work/operations/operations.ts';
import { persistently } from '#platform/work/operations/persistently.ts';
import { endChunk, endUpload } from '../uploads/end-chunks.ts';
import type { Upload } from '../uploads/receive-lines.ts';
import { defect, doLines, failedResult, writeResults } from './do-lines.ts';
import { importJob, keptCaller, readImport } from './import-input.ts';
import type { ImportKind } from './import-kind.ts';
import { type Chunk, nextChunk, type ReadLine, readChunk } from './read-chunk.ts';
import { outcomesOf } from './results.ts';
import '../uploads/tables.ts';
import './tables.ts';

interface Asked {
  /** The permissions that its lines may need; of these, the caller's are kept. */
  readonly permissions: readonly string[];
  readonly isPreview: boolean;
}

export function startImport(
  ctx: CommandContext,
  tx: Tx,
  kind: { readonly kind: string },
  upload: Upload,
  { permissions, isPreview }: Asked,
): OperationView {
  const caller = keptCaller(ctx.caller, permissions);
  return startOperation(ctx, tx, importJob(kind.kind), {
    uploadId: upload.id,
    lines: upload.lines,
    caller,
    ...(isPreview ? { isPreview } : {}),
  });
}

export const importOperation = <T>(kind: ImportKind<T>): OperationKind => ({
  ...importJob(kind.kind),
  needs: [kind.permission],
  async run(running) {
    const { uploadId, lines } = readImport(running.input);
    await running.progress(lines - (await linesLeft(running.reader, uploadId)), lines);
    await doChunks(running, kind, uploadId);
    // Before the step that ends the operation: canceling also locks the chunks first and then the operation.
    await running.piece(async (tx) => {
      endUpload(tx, uploadId);
      return nothingCounted;
    });
    await running.finish(async (tx) => {
      running.mark(tx, { done: lines, total: lines });
      return { lines, ...(await outcomesOf(tx, uploadId)), ...(await sumsOf(kind, running, tx)) };
    });
  },
  async release(tx, { input }) {
    const { uploadId, lines } = readImport(input);
    endUpload(tx, uploadId);
    return { lines, ...(await outcomesOf(tx, uploadId)) };
  },
});

/** What the lines told that sums up, in dollars. */
async function sumsOf<T>({ sums: names = [] }: ImportKind<T>, running: Running, tx: Tx) {
  if (names.length === 0) return {};
  const { counts } = await running.counted(tx);
  return { sums: Object.fromEntries(names.map((name) => [name, Number(formatCents((counts[name] ?? 0) as Cents))])) };
}

async function linesLeft(reader: Reader, uploadId: string): Promise<number> {
  const row = await reader.row(
    reader.db
      .selectFrom('import_chunks')
      .select(sql<number>`coalesce(sum(lines), 0)::bigint`.as('lines'))
      .where('upload_id', '=', uploadId)
      .where('sealed', 'is not', null),
  );
  return row?.lines ?? 0;
}

interface UnderWay {
  readonly keys: ReadonlySet<string>;
  readonly done: Promise<void>;
}

/** Gives the turn to one waiter after the other, in the order in which they asked. */
type TakeTurn = () => Promise<() => void>;

function takingTurns(): TakeTurn {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = last;
    last = promise;
    await before;
    return resolve;
  };
}

async function doChunks<T>(running: Running, kind: ImportKind<T>, uploadId: string): Promise<void> {
  const underWay = new Set<UnderWay>();
  const takeTurn = takingTurns();
  let failure: { readonly error: unknown } | undefined;
  const begin = (chunk: Chunk, lines: readonly ReadLine<T>[], keys: ReadonlySet<string>): void => {
    const done = doChunk(running, kind, chunk, lines, takeTurn)
      .catch((error) => {
        failure ??= { error };
      })
      .then(() => void underWay.delete(one));
    const one: UnderWay = { keys, done };
    underWay.add(one);
  };
  for (let after = 0; failure === undefined; ) {
    const chunk = await nextChunk(running.reader, uploadId, after);
    if (chunk === undefined) break;
    after = chunk.number;
    const lines = await readChunk(running, kind, uploadId, chunk);
    const keys = new Set(lines.flatMap(({ body }) => (body === undefined ? [] : kind.keys(body))));
    await Promise.all([...underWay].filter((one) => !keys.isDisjointFrom(one.keys)).map(({ done }) => done));
    while (underWay.size >= chunksAtOnce) await Promise.race([...underWay].map(({ done }) => done));
    if (failure === undefined) begin(chunk, lines, keys);
  }
  await Promise.all([...underWay].map(({ done }) => done));
  if (failure !== undefined) throw failure.error;
}

/** Each chunk uses a connection. */
const chunksAtOnce = 3;

const racesMax = 3;
const clockWaitMs = 500;

/** Only one chunk is computed at a time: two would both be slower, and requests would wait longer. */
async function doChunk<T>(
  running: Running,
  kind: ImportKind<T>,
  chunk: Chunk,
  lines: readonly ReadLine<T>[],
  takeTurn: TakeTurn,
): Promise<void> {
  const { uploadId } = readImport(running.input);
  const isTogether = await togetherOrOneByOne({
    together: () =>
      persistently(() => doLinesInTurn(running, kind, chunk, lines, takeTurn), {
        attemptsMax: racesMax,
        isAlsoPassing: isTakenMeanwhile,
      }),
    async things() {
      const done = new Set((await resultsOf(running.reader, uploadId, chunk)).map(({ line }) => line));
      return lines.filter(({ number }) => !done.has(number));
    },
    one: (line) => persistently(() => doLine(running, kind, line), { attemptsMax: racesMax }),
    async failed(line, error) {
      running.log.error({ err: error, operation: running.operationId, line: line.number }, 'a line was not imported');
      const result = failedResult(uploadId, line, error instanceof Refusal ? error : defect());
      await running.step(async (tx) => writeResults(tx, [result]));
    },
  });
  if (!isTogether) await running.piece(async (tx) => concludeChunk(running, tx, chunk));
}

async function doLinesInTurn<T>(
  running: Running,
  kind: ImportKind<T>,
  chunk: Chunk,
  lines: readonly ReadLine<T>[],
  takeTurn: TakeTurn,
): Promise<void> {
  const endTurn = await takeTurn();
  try {
    const work = async (tx: Tx, rights: Rights) => {
      const counts = await doLines(running, kind, tx, lines, rights);
      endTurn();
      return concludeChunk(running, tx, chunk, counts);
    };
    await clockStands(() => running.piece(work));
  } finally {
    endTurn();
  }
}

const doLine = <T>(running: Running, kind: ImportKind<T>, line: ReadLine<T>): Promise<void> =>
  clockStands(() =>
    running.piece(async (tx, rights) => ({ done: 0, counts: await doLines(running, kind, tx, [line], rights) })),
  );

/** Another transaction used the external id between our read and our write: the next read finds it. */
const isTakenMeanwhile = (error: unknown): boolean =>
  error instanceof Refusal && error.kind === errors.DuplicateExternalId;

/** While a test clock is moved nothing is written: we wait until the move has ended. */
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

const resultsOf = (reader: Reader, uploadId: string, { first_line, lines }: Chunk) =>
  reader.rows(
    reader.db
      .selectFrom('import_results')
      .select('line')
      .where('upload_id', '=', uploadId)
      .where('line', '>=', first_line)
      .where('line', '<', first_line + lines),
  );

const nothingCounted = { done: 0, counts: {} };

function concludeChunk({ input }: Running, tx: Tx, { number, lines }: Chunk, counts: Counts = {}) {
  endChunk(tx, readImport(input).uploadId, number);
  return { done: lines, counts };
}
