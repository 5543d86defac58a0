// Makes the messages of bulk sendings, a few rows in a commit, strictly: a text that asks for what is not there fails its
// row and no other. A worker that dies is followed by another one behind the last row that was done.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { movingInWork } from '#capabilities/cases/index.ts';
import { messageGuard } from '#capabilities/compliance/index.ts';
import { holdPerson } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import { businessNow, workNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import { knownSubject } from '#platform/command/run-command.ts';
import { preparedInserts } from '#platform/db/prepared.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { eventRecorder, recordingByHand } from '#platform/events/record-events.ts';
import { backgroundReads } from '#platform/http/background-reads.ts';
import { doubling } from '#platform/work/claimed/back-off.ts';
import { type ClaimedWork, claimedWork, done, type Lease, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import { togetherOrOneByOne } from '#platform/work/one-by-one.ts';
import { persistently } from '#platform/work/operations/persistently.ts';
import { sendingEvents } from '../events.ts';
import type { When } from '../outgoing/decide.ts';
import { sendToPerson } from '../outgoing/send-to-person.ts';
import type { MessageAsked, Prepared } from '../prepare/asked.ts';
import { type Prepare, preparing } from '../prepare/prepare.ts';
import { quietUntil } from '../rules/quiet-hours.ts';
import { bulkSendingChanged, tellBulk } from './events.ts';
import { bulkSendingRows } from './rows.ts';
import type { BulkSource, SourceRow } from './source.ts';
import { openBulkMessage } from './start.ts';
import { bulkSendingStates } from './states.ts';
import { type BulkCounts, type BulkResult, type BulkRow, type BulkSendingRow, bulkRows, type Place } from './tables.ts';

/** This many rows are rendered at once, and share a commit where one server has them all. */
const together = 50;

const secondsOfMinute = 60;

/** What ends a turn: its rows are over, it waits for its pace or its hours, or somebody has stopped it. */
interface Ended {
  readonly isOver?: boolean;
  readonly goesOnAt?: Instant;
}

export const goingBulk = (sources: readonly BulkSource[]): ClaimedWork<WorkTools, { readonly id: string }> =>
  claimedWork({
    rows: bulkSendingRows,
    line: ({ mode, companyId }) => `${mode} ${companyId}`,
    atOnceMax: 1,
    backOffSeconds: doubling(5),
    inVain: 'a bulk sending was broken off, and is taken up again',
    doing(tools: WorkTools) {
      const prepare = preparing(tools.whole);
      return {
        async take(tx, row) {
          if (row.state === 'running') return { set: {} };
          tx.write(bulkSendingRows.update(tx.db, row).set(bulkSendingRows.ended));
          return undefined;
        },
        async act({ realm, row, lease }): Promise<Outcome & Ended> {
          const source = sources.find(({ name }) => name === row.source);
          if (source === undefined) return { kind: 'refused', reason: `nothing gives rows of ${row.source}` };
          return { ...done, ...(await new Turn({ tools, prepare, source, realm, row, lease }).go()) };
        },
        async conclude(tx, row, { kind, reason, isOver, goesOnAt }) {
          if (kind !== 'done') return { last_failure: reason || null };
          const waits = { tries: 0, last_failure: null, act_at: row.state === 'running' ? (goesOnAt ?? null) : null };
          return isOver && row.state === 'running' ? { ...waits, ...(await finish(tools, tx, row)) } : waits;
        },
        mayRepeat: () => true,
      };
    },
  });

async function finish({ clock, position }: WorkTools, tx: Tx, row: BulkSendingRow): Promise<Partial<BulkSendingRow>> {
  const now = await workNow(tx, clock);
  const changes = { state: bulkSendingStates.move(row.state, 'finish').to, finished_at: now, updated_at: now };
  const { realm } = tx;
  await recordingByHand({ realm, now, position, declared: [bulkSendingChanged] }, tx, async (emit) =>
    tellBulk(emit, realm.companyId, { ...row, ...changes }),
  );
  return changes;
}

interface Given {
  readonly tools: WorkTools;
  readonly prepare: Prepare;
  readonly source: BulkSource;
  readonly realm: Realm;
  readonly row: BulkSendingRow;
  readonly lease: Lease;
}

interface ReadyRow {
  readonly row: SourceRow;
  readonly person_id: string;
  readonly prepared: Prepared;
}

/** Somebody has paused or canceled it. */
class Stopped extends Error {}

class Turn {
  readonly #given: Given;
  constructor(given: Given) {
    this.#given = given;
  }

  async go(): Promise<Ended> {
    const { tools, realm, row } = this.#given;
    const reader = tools.database.reader(realm);
    const timezone = (await timezoneOf(reader)) as string;
    let left = row.pace_per_minute ?? Number.POSITIVE_INFINITY;
    for (let next = this.#ready(row.place, left, timezone); ; ) {
      const now = await businessNow(reader, tools.clock);
      const opens = windowOpens(now, timezone, row);
      if (opens !== null) return { goesOnAt: opens };
      if (left <= 0) return { goesOnAt: addSeconds(now, secondsOfMinute) };
      const rows = await next;
      const last = rows.at(-1)?.row;
      if (last === undefined) return { isOver: true };
      left -= rows.length;
      // The next ones are made ready while these are written.
      next = this.#ready({ position: last.position, id: last.id }, left, timezone);
      next.catch(() => {});
      try {
        await this.#keep(rows, timezone);
      } catch (error) {
        if (error instanceof Stopped) return {};
        throw error;
      }
    }
  }

  async #ready(place: Place | null, left: number, timezone: string): Promise<readonly ReadyRow[]> {
    const { tools, prepare, source, realm, row: bulk } = this.#given;
    const limit = Math.min(together, left);
    if (limit <= 0) return [];
    const { vault, clock, database, whole } = tools;
    const reader = database.reader(realm);
    const rows = await source.after(reader, bulk.source_id, bulk.source_given, place, limit);
    const service = { name: 'communications', permissions: whole.permissions, timezone };
    const message = openBulkMessage(vault, realm, bulk);
    const asked = rows.map(
      ({ personId, id, asked: own }): MessageAsked => ({
        ...message,
        subject: bulk.subject,
        channel: bulk.channel,
        ...own,
        context: { ...message.context, ...own.context },
        personId,
        strict: true,
        origin: 'bulk',
        onceKey: `bulk ${bulk.id} ${id}`,
      }),
    );
    const prepared = await preparedOrEach(prepare, backgroundReads({ reader, vault, clock }, service), asked);
    return rows.map((row, i) => ({ row, person_id: row.personId, prepared: prepared[i] as Prepared }));
  }

  async #keep(rows: readonly ReadyRow[], timezone: string): Promise<void> {
    const groups = Math.min(together, this.#given.tools.database.grouping.personsMax);
    for (let at = 0; at < rows.length; at += groups) await this.#commit(rows.slice(at, at + groups), timezone);
  }

  async #commit(rows: readonly ReadyRow[], timezone: string): Promise<void> {
    await togetherOrOneByOne({
      together: () => persistently(() => this.#write(rows, timezone)),
      things: () => rows,
      one: (row) => persistently(() => this.#write([row], timezone)),
      failed: (row, error) => this.#write([{ ...row, prepared: failureOf(this.#given.tools, error) }], timezone),
      isOfTheTime: (error) => error instanceof Stopped,
    });
  }

  #write(rows: readonly ReadyRow[], timezone: string): Promise<void> {
    const { tools, realm, lease, row: bulk } = this.#given;
    const { clock, database } = tools;
    return database.transact(realm, async (tx) => {
      await lease.hold(tx);
      const now = await workNow(tx, clock);
      const before = await tx.row(
        tx.db.selectFrom('bulk_sendings').select(['state', 'counts', 'done']).where('id', '=', bulk.id),
      );
      if (before?.state !== 'running') throw new Stopped('It was paused or canceled.');
      const results = await this.#send(tx, rows, { now, timezone });
      const last = rows.at(-1)?.row as Place;
      tx.write(
        tx.db
          .updateTable('bulk_sendings')
          .set({
            done: before.done + rows.length,
            counts: JSON.stringify(counted(before.counts, results)),
            place: JSON.stringify({ position: last.position, id: last.id }),
            updated_at: now,
          })
          .where('id', '=', bulk.id),
      );
    });
  }

  /** People are held in the order of their ids; from then on what is asked and written of all of them goes out together. */
  async #send(tx: Tx, rows: readonly ReadyRow[], { now, timezone }: When): Promise<readonly BulkResult[]> {
    const { tools, realm, row: bulk } = this.#given;
    const { clock, vault, position } = tools;
    const byPerson = [...Map.groupBy(rows, ({ person_id }) => person_id)].sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    const people = byPerson.map(([personId]) => personId);
    const held = await Promise.all(people.map((personId) => holdPerson(tx, personId)));
    const guard = await messageGuard({ reader: tx, vault }, { people, now, timezone });
    const maker = { realm, now, position, requestId: bulk.id, actor: system, declared: sendingEvents };
    const results = byPerson.map(async ([, own], i) => {
      const found = held[i];
      const { emit, flush } = eventRecorder(maker, found && knownSubject(found));
      const ctx = movingInWork({ realm, clock, vault, position }, { now, emit, timezone, actor: system });
      const came: BulkResult[] = [];
      for (const [n, { row, prepared }] of own.entries()) {
        const isReady = prepared.kind === 'ready' && found !== undefined && found.subject.erased_at === null;
        // A second message of a commit is asked about anew: the first one counts.
        const sent = isReady
          ? await sendToPerson(ctx, tx, found.subject, prepared.message, n === 0 ? guard : undefined)
          : undefined;
        const result = { ...plainResult(prepared), ...(sent && resultOf(sent)) };
        came.push(result.result);
        if (found !== undefined) keepResult(tx, bulk, row, { ...result, created_at: now });
      }
      flush(tx);
      return came;
    });
    return (await Promise.all(results)).flat();
  }
}

/** What one row names may be gone, or asked for in vain: that stops no other one. */
async function preparedOrEach(
  prepare: Prepare,
  ctx: Parameters<Prepare>[0],
  asked: readonly MessageAsked[],
): Promise<readonly Prepared[]> {
  try {
    return await prepare(ctx, asked);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (asked.length === 1) return [refusedText(error)];
    const each: Prepared[] = [];
    for (const one of asked) each.push(...(await preparedOrEach(prepare, ctx, [one])));
    return each;
  }
}

const refusedText = ({ kind: { errorType } }: Refusal): Prepared => ({
  kind: 'failed',
  reason: errorType,
  part: null,
  line: null,
  column: null,
  name: null,
  message: errorType,
});

function failureOf({ log }: WorkTools, error: unknown): Prepared {
  if (error instanceof Refusal) return refusedText(error);
  log.error({ err: error }, 'a row of a bulk sending could not be done');
  return { kind: 'failed', reason: 'InternalError', part: null, line: null, column: null, name: null, message: '' };
}

type Result = Pick<
  BulkRow,
  'result' | 'message_id' | 'interaction_id' | 'until' | 'blocked_by' | 'failure' | 'variable'
>;

const nothing = { message_id: null, interaction_id: null, until: null, blocked_by: [], failure: null, variable: null };

function plainResult(prepared: Prepared): Result {
  if (prepared.kind === 'ready') return { ...nothing, result: 'noPerson' };
  if (prepared.kind !== 'failed') return { ...nothing, result: prepared.kind };
  return { ...nothing, result: 'failed', failure: prepared.reason, variable: prepared.name };
}

function resultOf({ message }: Awaited<ReturnType<typeof sendToPerson>>): Result {
  const { state, id, interaction_id, act_at, blocked_by } = message;
  const result = state === 'failed' ? 'noContact' : state;
  const isFirst = ['queued', 'scheduled', 'held', 'dropped', 'sent', 'noContact'].includes(result);
  return {
    ...nothing,
    // What was made before a crash may have gone on since.
    result: isFirst ? (result as BulkResult) : 'queued',
    message_id: id,
    interaction_id,
    until: act_at,
    blocked_by,
  };
}

function keepResult(
  tx: Tx,
  { id: bulk_sending_id }: BulkSendingRow,
  { personId, id, position }: SourceRow,
  said: Result & Pick<BulkRow, 'created_at'>,
): void {
  const row = { person_id: personId, bulk_sending_id, id, position, ...said };
  for (const insert of insertOnce(tx.db, [row])) tx.write(insert);
}

const insertOnce = preparedInserts(
  'bulk_rows',
  bulkRows.all.filter((column) => column !== 'company_id'),
  (insert) => insert.onConflict((conflict) => conflict.columns(['person_id', 'bulk_sending_id', 'id']).doNothing()),
);

function counted(before: BulkCounts, results: readonly BulkResult[]): BulkCounts {
  const counts: Record<string, number> = { ...before };
  for (const one of results) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
}

/** Null: it may go on now. */
const windowOpens = (
  now: Instant,
  timezone: string,
  { window_from: from, window_to: to }: BulkSendingRow,
): Instant | null => (from === null || to === null ? null : quietUntil(now, [timezone], { from: to, to: from }));
