// A run of a query: an operation that asks it and keeps the answer. The row has the id of its operation, which says how it
// stands.
import { Readable } from 'node:stream';
import Type from 'typebox';
import { keepBlob } from '#platform/blobs/keep-blobs.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { defineJob } from '#platform/work/operations/job.ts';
import type { OperationKind, Running } from '#platform/work/operations/operation-kind.ts';
import { hasEnded, type OperationView, readOperation, startOperation } from '#platform/work/operations/operations.ts';
import { answerOf } from '../asking/ask.ts';
import { headOf, lineWriter } from '../csv.ts';
import { questionErrors } from '../errors.ts';
import { mustBeInUse } from '../query.ts';
import type { QueryRow, VersionRow } from '../tables.ts';
import { type AnswerColumn, type Parameter, runPermission } from '../words.ts';

export const rowsMax = 1_000_000;
const bytesMax = 256 * 1_024 * 1_024;
export const rowsOfPage = 500;
/** A page is read as a whole. */
const pageBytesMax = 16 * 1_024 * 1_024;
/** An answer may be about people: it goes after a while. */
const keptDays = 30;
const dayMicros = 86_400_000_000;

const job = defineJob(
  'queries.run',
  Type.Object({
    sql: Type.String(),
    parameters: Type.Unsafe<readonly Parameter[]>({ type: 'array' }),
    given: Type.Record(Type.String(), Type.Unknown()),
  }),
);

/** Errors: QueryArchived. */
export function startRun(
  ctx: CommandContext,
  tx: Tx,
  row: QueryRow,
  version: Pick<VersionRow, 'version' | 'sql' | 'parameters'>,
  given: Readonly<Record<string, unknown>>,
): OperationView {
  mustBeInUse(row);
  const parameters = JSON.parse(version.parameters) as readonly Parameter[];
  const operation = startOperation(ctx, tx, job, { sql: version.sql, parameters, given: { ...given } });
  tx.write(
    tx.db.insertInto('query_runs').values({
      id: operation.id,
      position: ctx.position(),
      query_id: row.id,
      version: version.version,
      parameters: JSON.stringify(given),
      created_by_type: ctx.caller.actor.type,
      created_by_id: ctx.caller.actor.id,
      created_at: operation.createdAt,
      is_personal: false,
    }),
  );
  return operation;
}

export const runOperation: OperationKind = {
  ...job,
  needs: [runPermission],
  async run(running) {
    const { answer, kept } = await keepAnswer(running);
    const { realm, vault, operationId, clock } = running;
    await running.finish(async (tx) => {
      const until = clock.micros() + keptDays * dayMicros;
      await keepBlob(tx, vault.companySealer(realm.companyId), kept, until);
      tx.write(
        tx.db
          .updateTable('query_runs')
          .set({
            row_count: answer.rows,
            answer_id: kept.id,
            is_personal: answer.isPersonal,
            page_starts: answer.pageStarts,
            columns: JSON.stringify(answer.columns),
          })
          .where('id', '=', operationId),
      );
      running.mark(tx, { done: answer.rows, total: answer.rows });
      return { rowCount: answer.rows };
    });
  },
};

interface Answer {
  columns: readonly AnswerColumn[];
  rows: number;
  isPersonal: boolean;
  pageStarts: number[];
  bytes: number;
}

/** Writes the answer as it comes; what is not kept in the end is swept away. */
async function keepAnswer(running: Running) {
  const { realm, blobs } = running;
  const answer: Answer = { columns: [], rows: 0, isPersonal: false, pageStarts: [], bytes: 0 };
  let failure: unknown;
  const lines = async function* () {
    try {
      yield* linesOf(running, answer);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  try {
    const kept = await blobs.put(realm, realm.companyId, Readable.from(lines(), { objectMode: false }), { bytesMax });
    return { answer, kept };
  } catch (error) {
    // What went wrong is what the question says, and not that its lines broke off.
    throw failure ?? (error instanceof Refusal && error.kind === errors.BodyTooLarge ? tooLarge() : error);
  }
}

async function* linesOf(running: Running, answer: Answer): AsyncGenerator<Buffer> {
  const { sql, parameters, given } = job.readInput(running.input);
  const { signal, end } = endedElsewhere(running);
  const rights = (await running.rights()) ?? new Set<string>();
  let told = 0;
  try {
    const asked = { sql, parameters, given, rights, signal };
    for await (const { columns, rows, isPersonal } of answerOf(running, running.realm, asked)) {
      answer.isPersonal = isPersonal;
      const text = linesOfStep(answer, columns, rows);
      answer.bytes += text.length;
      yield text;
      if (answer.rows > rowsMax) throw tooLarge();
      if (answer.rows >= told + progressEvery) {
        told = answer.rows;
        await running.progress(told, told);
      }
    }
  } finally {
    end();
  }
}

const progressEvery = 20_000;

/** Also notes where each page begins. Errors: AnswerTooLarge. */
function linesOfStep(answer: Answer, columns: readonly AnswerColumn[], rows: readonly (string | null)[][]): Buffer {
  let text = answer.columns.length === 0 ? headOf(columns) : '';
  let bytes = answer.bytes + Buffer.byteLength(text);
  answer.columns = columns;
  const lineOf = lineWriter(columns);
  for (const row of rows) {
    const line = lineOf(row);
    if (answer.rows % rowsOfPage === 0) answer.pageStarts.push(bytes);
    bytes += Buffer.byteLength(line);
    if (bytes - (answer.pageStarts.at(-1) as number) > pageBytesMax) throw tooLarge();
    text += line;
    answer.rows += 1;
  }
  return Buffer.from(text);
}

const tooLarge = (): Refusal =>
  new Refusal(
    questionErrors.AnswerTooLarge,
    `The answer has more than ${rowsMax} rows, more than ${bytesMax} bytes, or more than ${pageBytesMax} in ${rowsOfPage} rows.`,
    {
      data: { rowsMax, bytesMax },
    },
  );

const lookEveryMs = 1_000;

/** Somebody may cancel the operation while the server still works on the first row. */
function endedElsewhere({ reader, operationId, log }: Running) {
  const stopping = new AbortController();
  const look = async () => {
    const operation = await readOperation(reader, operationId);
    if (operation === undefined || hasEnded(operation)) stopping.abort();
  };
  const timer = setInterval(() => {
    look().catch((error) => log.warn({ err: error, operation: operationId }, 'could not look at an operation'));
  }, lookEveryMs);
  return { signal: stopping.signal, end: () => clearInterval(timer) };
}
