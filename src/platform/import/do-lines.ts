// Does lines in one transaction: each succeeds or fails alone, and its result is kept with what it made.

import { setImmediate as breathe } from 'node:timers/promises';
import { commandNow } from '#platform/business-clock.ts';
import { machineNow } from '#platform/clock.ts';
import type { Caller, CommandContext } from '#platform/command/context.ts';
import { writeOutbox } from '#platform/command/outbox.ts';
import { type GatheringTx, gatheringTx } from '#platform/db/many-rows.ts';
import { preparedInsert } from '#platform/db/prepared.ts';
import { LostRace } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errorBody, errors, Refusal } from '#platform/errors.ts';
import { eventRecorder, type KnownSubject } from '#platform/events/record-events.ts';
import { isSqlError, isUnreachable } from '#platform/sqlstate.ts';
import type { Counts, Rights, Running } from '#platform/work/operations/operation-kind.ts';
import { draftTx, type Read, remembering } from './draft-tx.ts';
import { callerOf, readImport } from './import-input.ts';
import type { ImportBatch, ImportKind, ImportLine, LineResult, Made, Outcome } from './import-kind.ts';
import type { ReadLine } from './read-chunk.ts';
import '../uploads/tables.ts';
import './tables.ts';

type ResultRow = ReturnType<typeof resultRow>;

const resultRow = (uploadId: string, line: number, outcome: Outcome, result: LineResult) => ({
  upload_id: uploadId,
  id: String(line),
  line,
  outcome,
  result: JSON.stringify(result),
});

const nothing: LineResult = { personId: null, loanId: null, externalId: null, ignoredFields: [], error: null };

export const failedResult = (
  uploadId: string,
  { number, ignored }: Pick<ReadLine<unknown>, 'number' | 'ignored'>,
  refusal: Refusal,
): ResultRow =>
  resultRow(uploadId, number, 'failed', { ...nothing, ignoredFields: ignored, error: errorBody(refusal) });

export const defect = (): Refusal => new Refusal(errors.InternalError, 'The service failed on this line.');

const insertResult = preparedInsert('import_results', ['upload_id', 'id', 'line', 'outcome', 'result']);

export function writeResults(tx: Tx, rows: Iterable<ResultRow>): void {
  for (const row of rows) tx.write(insertResult(tx.db, row));
}

/** The database works on these while the next ones are computed. */
const sentAtOnce = 64;
/** This many lines take some milliseconds. */
const linesAtOnce = 8;

/** The sums of the amounts that the lines have told. */
export async function doLines<T>(
  running: Running,
  kind: ImportKind<T>,
  under: Tx,
  lines: readonly ReadLine<T>[],
  rights: Rights,
): Promise<Counts> {
  const { uploadId, isPreview = false } = readImport(running.input);
  const now = await commandNow(under, running.clock, 'dated');
  const maker = { ...contextOf(running, now, permissionsOf(running, rights)), declared: kind.events };
  const tx = gatheringTx(under);
  const workshop: Workshop = { running, maker, tx, isPreview, remembered: remembering(tx, kind.steady) };
  const ignored = new Map(lines.map((line) => [line.number, line.ignored]));
  const results = new Map(
    lines.flatMap((line) =>
      line.refusal === undefined ? [] : [[line.number, failedResult(uploadId, line, line.refusal)] as const],
    ),
  );
  const sums: Record<string, number> = {};
  let attempted = 0;
  const attempt: ImportBatch<T>['attempt'] = async ({ number }, work, after) => {
    attempted += 1;
    // Lets requests run in between, so that none waits for a whole chunk.
    if (attempted % linesAtOnce === 0) await breathe();
    const ignoredFields = ignored.get(number) ?? [];
    const made = await attemptOne(workshop, number, work, after);
    if (made instanceof Refusal) {
      results.set(number, failedResult(uploadId, { number, ignored: ignoredFields }, made));
      return undefined;
    }
    if (attempted % sentAtOnce === 0) tx.send();
    const { outcome, personId = null, loanId = null, externalId = null, answer, amounts = {} } = made;
    const result = { personId, loanId, externalId, ignoredFields, error: null, answer };
    for (const [name, amount] of Object.entries(amounts)) sums[name] = (sums[name] ?? 0) + amount;
    results.set(number, resultRow(uploadId, number, outcome, result));
    return made;
  };
  const wellFormed = lines.filter((line): line is ReadLine<T> & ImportLine<T> => line.refusal === undefined);
  await kind.batch({ lines: wellFormed, isPreview, tx, attempt });
  writeResults(tx, results.values());
  tx.send();
  return sums;
}

interface Workshop {
  readonly running: Running;
  readonly maker: ReturnType<typeof contextOf> & { readonly declared: ImportKind<unknown>['events'] };
  readonly tx: GatheringTx;
  readonly isPreview: boolean;
  readonly remembered: Read;
}

/** What the line writes is kept only if it succeeds; otherwise the result says why it failed. */
async function attemptOne(
  { running, maker, tx, isPreview, remembered }: Workshop,
  line: number,
  work: (ctx: CommandContext, tx: Tx) => Promise<Made>,
  after: KnownSubject | undefined,
): Promise<Made | Refusal> {
  const draft = draftTx(tx, remembered);
  const events = eventRecorder(maker, after);
  const ctx: CommandContext = {
    ...maker,
    address: null,
    was: () => {},
    proves: () => {},
    ignore: () => {},
    emit: events.emit,
    enqueue: (job, payload) => {
      const subjectId = after?.subjectId ?? running.realm.companyId;
      writeOutbox(draft, [{ subjectId, position: running.position(), job, payload }]);
    },
  };
  try {
    const made = await work(ctx, draft);
    events.flush(draft);
    if (!isPreview) draft.keep();
    return made;
  } catch (error) {
    // A database error has ended the transaction; after an error of our code nothing is left to undo.
    if (error instanceof LostRace || isSqlError(error) || isUnreachable(error)) throw error;
    if (error instanceof Refusal) return error;
    running.log.error({ err: error, operation: running.operationId, line }, 'a line was not imported');
    return defect();
  }
}

/** The permissions that the caller had when the lines were sent and still has. */
function permissionsOf(running: Running, rights: Rights): ReadonlySet<string> {
  const then = new Set(callerOf(running).permissions);
  return rights === undefined ? then : then.intersection(rights);
}

function contextOf(running: Running, now: CommandContext['now'], permissions: ReadonlySet<string>) {
  const { realm, clock, vault, resolvers, operationId } = running;
  const { timezone, actor, name } = callerOf(running);
  return {
    realm,
    now,
    caller: {
      realm,
      timezone,
      actor,
      name,
      permissions,
      apiVersion: null,
      reach: 'company',
      session: null,
    } satisfies Caller,
    machineNow: () => machineNow(clock),
    machineMicros: () => clock.micros(),
    settings: { webhookDevHosts: new Set<string>() },
    requestId: operationId,
    actor,
    vault,
    resolvers,
    position: running.position,
  };
}
