// A turn of a bulk sending: the messages of its rows are made, a few rows in a commit, until its rows are over or something
// makes it wait. Before each few, whoever is responsible must still have the right.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { movingInWork } from '#capabilities/cases/index.ts';
import { type MessageGuard, messageGuard } from '#capabilities/compliance/index.ts';
import { holdPerson, type PersonRow } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import { businessNow, workNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import { stopwatch } from '#platform/clock.ts';
import { mustStillHave, RightsLost } from '#platform/command/rights.ts';
import { type Found, knownSubject } from '#platform/command/run-command.ts';
import { preparedInserts } from '#platform/db/prepared.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { eventRecorder } from '#platform/events/record-events.ts';
import { backgroundReads } from '#platform/http/background-reads.ts';
import type { Lease } from '#platform/work/claimed/claimed-work.ts';
import { togetherOrOneByOne } from '#platform/work/one-by-one.ts';
import { persistently } from '#platform/work/operations/persistently.ts';
import { sendingEvents } from '../events.ts';
import type { When } from '../outgoing/decide.ts';
import { outgoingRows } from '../outgoing/message-rows.ts';
import { sendToPerson } from '../outgoing/send-to-person.ts';
import type { Prepared } from '../prepare/asked.ts';
import type { Prepare } from '../prepare/prepare.ts';
import { quietUntil } from '../rules/quiet-hours.ts';
import type { MessageRow } from '../tables.ts';
import { type ReadyRow, readyRows } from './ready.ts';
import { type RowResult, refusedRow, resultOfPrepared, resultOfSent } from './results.ts';
import type { BulkSource, SourceRow } from './source.ts';
import { openBulkMessage } from './start.ts';
import { type BulkCounts, type BulkResult, type BulkRow, type BulkSendingRow, bulkRows, type Place } from './tables.ts';

/** This many rows are rendered at once, and share a commit where one server has them all. */
const together = 50;

/** While requests keep the process busy, a commit holds fewer rows. */
const togetherBesideRequests = 10;

const secondsOfMinute = 60;

/** What ends a turn: its rows are over, it waits for its pace or its hours, or somebody has stopped it. */
export interface Ended {
  readonly isOver?: boolean;
  readonly goesOnAt?: Instant;
  /** Whoever is responsible may not send any more. */
  readonly pausedBecause?: 'rightsLost';
}

interface Given {
  readonly tools: WorkTools;
  readonly prepare: Prepare;
  readonly source: BulkSource;
  readonly realm: Realm;
  readonly row: BulkSendingRow;
  readonly lease: Lease;
}

/** The people of a commit with their rows, and what stands against writing to them. */
interface Known {
  readonly guard: MessageGuard;
  readonly people: readonly { readonly found: Found<PersonRow> | undefined; readonly own: readonly ReadyRow[] }[];
}

/** Somebody has paused or canceled it. */
class Stopped extends Error {}

export class Turn {
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
      try {
        await this.#keep(rows, timezone);
      } catch (error) {
        if (error instanceof Stopped) return {};
        if (error instanceof RightsLost) return { pausedBecause: 'rightsLost' };
        throw error;
      }
    }
  }

  /** Whoever waits for the rows hears of a failure. It may come before anybody waits, and must not end the process. */
  #ready(place: Place | null, left: number, timezone: string): Promise<readonly ReadyRow[]> {
    const ready = this.#makeReady(place, left, timezone);
    ready.catch(() => {});
    return ready;
  }

  async #makeReady(place: Place | null, left: number, timezone: string): Promise<readonly ReadyRow[]> {
    const { tools, prepare, source, realm, row: bulk } = this.#given;
    const limit = Math.min(tools.isServing() ? togetherBesideRequests : together, left);
    if (limit <= 0) return [];
    const { vault, clock, whole } = tools;
    const service = { name: 'communications', permissions: whole.permissions, timezone };
    const { subject, channel } = bulk;
    return this.#inShift(() =>
      this.#reading(async (reader) => {
        const of = { sourceId: bulk.source_id, given: bulk.source_given };
        const rows = await source.after({ reader, vault }, of, place, limit);
        if (rows.length === 0) return [];
        return readyRows(
          {
            prepare,
            ctx: backgroundReads({ reader, vault, clock }, service),
            same: { subject, channel, message: openBulkMessage(vault, realm, bulk) },
            onceKeyOf: ({ id }) => `bulk ${bulk.id} ${id}`,
          },
          rows,
        );
      }),
    );
  }

  /** In one transaction, what is asked of each borrower of a turn goes out as one statement. */
  #reading<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    const { tools, realm } = this.#given;
    const { database } = tools;
    if (database.grouping.personsMax === 1) return work(database.reader(realm));
    return database.transact(realm, work, { isDurable: false });
  }

  /** Errors: RightsLost, KeyEnded. */
  async #keep(rows: readonly ReadyRow[], timezone: string): Promise<void> {
    const groups = Math.min(together, this.#given.tools.database.grouping.personsMax);
    for (let at = 0; at < rows.length; at += groups) {
      await this.#inShift(async () => {
        await this.#mustStillHave();
        await this.#commit(rows.slice(at, at + groups), timezone);
      });
    }
  }

  /** While there are requests, it works a third of the time, and so do all that send messages, together. */
  async #inShift<T>(work: () => Promise<T>): Promise<T> {
    const { shifts } = this.#given.tools;
    await shifts.begin();
    const took = stopwatch();
    try {
      return await work();
    } finally {
      shifts.worked(took());
    }
  }

  /** Errors: RightsLost. */
  async #mustStillHave(): Promise<void> {
    const { tools, realm, row } = this.#given;
    const { responsible_type: type, responsible_id: id, needs } = row;
    if (type === 'system' || id === null) return;
    mustStillHave({ type, id }, await tools.rightsOf(realm, { type, id }), needs);
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
      const when = { now: await workNow(tx, clock), timezone };
      // All goes out in one flight and is done in this order, so what the guard knows is known of people who are held.
      const [, before, known] = await Promise.all([
        lease.hold(tx),
        tx.row(tx.db.selectFrom('bulk_sendings').select(['state', 'counts', 'done']).where('id', '=', bulk.id)),
        this.#hold(tx, rows, when),
      ]);
      if (before?.state !== 'running') throw new Stopped('It was paused or canceled.');
      const results = await this.#send(tx, known, when);
      const last = rows.at(-1)?.row as Place;
      tx.write(
        tx.db
          .updateTable('bulk_sendings')
          .set({
            done: before.done + rows.length,
            counts: JSON.stringify(counted(before.counts, results)),
            place: JSON.stringify({ position: last.position, id: last.id }),
            updated_at: when.now,
          })
          .where('id', '=', bulk.id),
      );
    });
  }

  /** People are held in the order of their ids. */
  async #hold(tx: Tx, rows: readonly ReadyRow[], { now, timezone }: When): Promise<Known> {
    const { vault } = this.#given.tools;
    const byPerson = [...Map.groupBy(rows, ({ person_id }) => person_id)].sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    const people = byPerson.map(([personId]) => personId);
    const holding = people.map((personId) => holdPerson(tx, personId));
    const [guard, ...held] = await Promise.all([
      messageGuard({ reader: tx, vault }, { people, now, timezone }),
      ...holding,
    ]);
    return { guard, people: byPerson.map(([, own], i) => ({ found: held[i], own })) };
  }

  /** What is asked and written of all people goes out together. */
  async #send(tx: Tx, { guard, people }: Known, { now, timezone }: When): Promise<readonly BulkResult[]> {
    const { tools, realm, row: bulk } = this.#given;
    const { clock, vault, position } = tools;
    const maker = { realm, now, position, requestId: bulk.id, actor: system, declared: sendingEvents };
    const queued: MessageRow[] = [];
    const results = people.map(async ({ found, own }) => {
      const { emit, flush } = eventRecorder(maker, found && knownSubject(found));
      const ctx = movingInWork({ realm, clock, vault, position }, { now, emit, timezone, actor: system });
      const came: BulkResult[] = [];
      for (const [n, { row, prepared }] of own.entries()) {
        const isReady = prepared.kind === 'ready' && found !== undefined && found.subject.erased_at === null;
        // A second message of a commit is asked about anew: the first one counts.
        const sent = isReady
          ? await sendToPerson(ctx, tx, found.subject, prepared.message, {
              guard: n === 0 ? guard : undefined,
              queued: (message) => queued.push(message),
            })
          : undefined;
        const result = sent === undefined ? resultOfPrepared(prepared) : resultOfSent(sent);
        came.push(result.result);
        if (found !== undefined) keepResult(tx, bulk, row, { ...result, created_at: now });
      }
      flush(tx);
      return came;
    });
    const came = (await Promise.all(results)).flat();
    outgoingRows.enqueue(tx, position, ...queued);
    return came;
  }
}

function failureOf({ log }: WorkTools, error: unknown): Prepared {
  if (error instanceof Refusal) return refusedRow(error);
  log.error({ err: error }, 'a row of a bulk sending could not be done');
  return { kind: 'failed', reason: 'InternalError', part: null, line: null, column: null, name: null, message: '' };
}

function keepResult(
  tx: Tx,
  { id: bulk_sending_id }: BulkSendingRow,
  { personId, id, position }: SourceRow,
  said: RowResult & Pick<BulkRow, 'created_at'>,
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
