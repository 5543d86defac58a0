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
import { type OperationView, startOperation } from '#platform/work/operations/operations.ts';
import { type AnswerText, pageBytesMax, rowsOfPage } from '../answer-text.ts';
import { answerOf } from '../asking/ask.ts';
import { watching } from '../asking/watching.ts';
import { questionErrors } from '../errors.ts';
import { mustBeInUse } from '../query.ts';
import type { QueryRow, VersionRow } from '../tables.ts';
import { type Parameter, runPermission } from '../words.ts';

export const rowsMax = 1_000_000;
const bytesMax = 256 * 1_024 * 1_024;
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
    const { text, isPersonal, kept } = await keepAnswer(running);
    const { realm, vault, operationId, clock } = running;
    await running.finish(async (tx) => {
      const until = clock.micros() + keptDays * dayMicros;
      await keepBlob(tx, vault.companySealer(realm.companyId), kept, until);
      tx.write(
        tx.db
          .updateTable('query_runs')
          .set({
            row_count: text.rows,
            answer_id: kept.id,
            is_personal: isPersonal,
            page_starts: text.pageStarts,
            columns: JSON.stringify(text.columns),
          })
          .where('id', '=', operationId),
      );
      running.mark(tx, { done: text.rows, total: text.rows });
      return { rowCount: text.rows };
    });
  },
};

/** What is known of an answer when its last line has come. */
interface Answer {
  text: AnswerText;
  isPersonal: boolean;
}

/** Writes the answer as it comes; what is not kept in the end is swept away. */
async function keepAnswer(running: Running) {
  const { realm, blobs } = running;
  let answer: Answer | undefined;
  let failure: unknown;
  const lines = async function* () {
    try {
      for await (const { lines: some, ...known } of stepsOf(running)) {
        answer = known;
        yield some;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  try {
    const { rest } = running;
    const text = Readable.from(lines(), { objectMode: false });
    const kept = await blobs.put(realm, realm.companyId, text, { bytesMax, rest });
    return { ...(answer as Answer), kept };
  } catch (error) {
    // What went wrong is what the question says, and not that its lines broke off.
    throw failure ?? (error instanceof Refusal && error.kind === errors.BodyTooLarge ? tooLarge() : error);
  }
}

/** Errors: those of `questionErrors`, Forbidden, KeyEnded. */
async function* stepsOf(running: Running) {
  const { sql, parameters, given } = job.readInput(running.input);
  const rights = (await running.rights()) ?? new Set<string>();
  const watch = watching(running, running.rights);
  let told = 0;
  try {
    const question = { sql, parameters, given, rights, signal: watch.signal };
    for await (const step of answerOf(running, running.realm, question)) {
      const { rows, longestPage } = step.text;
      if (rows > rowsMax || longestPage > pageBytesMax) throw tooLarge();
      yield step;
      if (rows >= told + progressEvery) {
        told = rows;
        await running.progress(told, told);
      }
    }
    await running.rights();
  } catch (error) {
    throw watch.told(error);
  } finally {
    watch.end();
  }
}

const progressEvery = 20_000;

const tooLarge = (): Refusal =>
  new Refusal(
    questionErrors.AnswerTooLarge,
    `The answer has more than ${rowsMax} rows, more than ${bytesMax} bytes, or more than ${pageBytesMax} in ${rowsOfPage} rows.`,
    {
      data: { rowsMax, bytesMax },
    },
  );
