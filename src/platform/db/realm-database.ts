// Reading and writing within a realm. A reader uses any connection of the mode's pool. A transaction keeps one, sends
// its writes without waiting and waits once, at the commit, so that a command costs two round trips instead of ten.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Compilable, CompiledQuery } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { resume } from '#platform/loop/work.ts';
import { isNeverSent, isSqlError, isUnreachable, OutcomeUnknown } from '../sqlstate.ts';
import { type Builder, builderWith, unscopedBuilder } from './builder.ts';
import type { Grouping } from './cluster/grouping.ts';
import { dealtOut, Gathering, isGatherable, joinedReads } from './gathering.ts';
import type { Result } from './packet.ts';
import type { OfBorrower } from './reach.ts';
import type { Mode, Realm } from './realm.ts';
import { mustBeConfinedTo, scopePlugin, type Wall } from './scope.ts';
import { type Outcome, Outgoing, retraced, sendAlone } from './statements.ts';
import type { TableClasses } from './tables.ts';
import type { AskingPlace } from './views/asking-place.ts';

export type Rows<Queries extends readonly Compilable<unknown>[]> = {
  [I in keyof Queries]: Queries[I] extends Compilable<infer T> ? T[] : never;
};

export interface Reader {
  readonly realm: Realm;
  /** Builds queries that cannot leave the realm. */
  readonly db: Builder;
  rows<T>(query: Compilable<T>): Promise<T[]>;
  row<T>(query: Compilable<T>): Promise<T | undefined>;
  /** Several reads in one round trip, in no order. Those of one kind are one statement: see gathering.ts. */
  together<const Queries extends readonly Compilable<unknown>[]>(...queries: Queries): Promise<Rows<Queries>>;
}

/** Turns the error of a failed write into the error to throw; it may be the same. */
export type OnFailure = (error: unknown) => unknown;

/** What a transaction has written that others wait for. They get a hint when it is committed. */
export interface News {
  events: boolean;
  /** Rows of the outbox. */
  work: boolean;
}

export interface Tx extends Reader {
  readonly news: News;
  /** Sends a write without waiting. Its failure is thrown at the next read or at the commit. */
  write(query: Compilable<unknown>, onFailure?: OnFailure): void;
  /** Sends a write and returns the number of rows it changed. It guards versions. */
  affected(query: Compilable<unknown>): Promise<number>;
}

/** Reads over all companies of a mode. Only for the platform: looking up keys, relay, sweeps. */
interface Unscoped {
  readonly db: Builder;
  rows<T>(query: Compilable<T>): Promise<T[]>;
  /** Several statements in one commit. */
  transact<T>(work: (tx: UnscopedTx) => Promise<T>, options?: TransactOptions): Promise<T>;
}

export type UnscopedTx = Pick<Tx, 'db' | 'rows' | 'together' | 'write'>;

interface TransactOptions {
  readonly dryRun?: boolean;
  /** False: the commit does not wait for the disk. For work that may be repeated after a crash. */
  readonly isDurable?: boolean;
  /** No statement of it waits for a lock for longer, if the usual time is too long. */
  readonly lockWaitMs?: number;
}

export interface RealmDatabase {
  /** With a borrower it shows only what that borrower reaches. */
  reader(realm: Realm, borrower?: OfBorrower): Reader;
  /** The same transaction, in which only what the borrower reaches is read and written. */
  heldTo(tx: Tx, borrower: OfBorrower): Tx;
  transact<T>(realm: Realm, work: (tx: Tx) => Promise<T>, options?: TransactOptions): Promise<T>;
  unscoped(mode: Mode): Unscoped;
  readonly grouping: Grouping;
  /** Where questions in SQL are asked; absent where nobody asks any. */
  readonly asking?: AskingPlace;
}

/** For each transaction that is held to a borrower, the whole one. */
const wholeOf = new WeakMap<Reader, Reader>();

/**
 * The same transaction with all rows of the company, for what a command must know or write beside what its caller
 * reaches: limits of the company, orders to providers. What it reads there is shown to no borrower.
 */
export const wholeCompany = <R extends Reader>(tx: R): R => (wholeOf.get(tx) as R | undefined) ?? tx;

/**
 * Inside a command everything goes through its tx: another connection would see the state before it, or wait for it.
 */
const insideTransaction = new AsyncLocalStorage<true>();

/** Runs a part of a transaction that began elsewhere, in the context of whoever asked for the part. */
export const asPartOfTransaction = <T>(run: () => T): T => insideTransaction.run(true, run);

function mustBeOutside(): void {
  if (insideTransaction.getStore()) throw new Error('A command reads through its tx, not through the database handle.');
}

function compiledFor(wall: Wall, query: Compilable<unknown>): CompiledQuery<unknown> {
  const compiled = query.compile();
  mustBeConfinedTo(wall, compiled);
  return compiled;
}

export function realmDatabase(
  pools: Record<Mode, Pool>,
  tables: TableClasses,
  failed: (error: unknown) => void,
  grouping: Grouping,
): RealmDatabase {
  const handle = handles(tables);
  const gathers = grouping.personsMax > 1;
  const told = (error: unknown): never => {
    failed(error);
    throw error;
  };
  return {
    reader: (realm, borrower) => poolReader(pools[realm.mode], realm, handle(realm.companyId, borrower), grouping),
    heldTo(tx, borrower) {
      if (!(tx instanceof Flight)) throw new Error('Only a whole transaction is held to a borrower.');
      const held = tx.seenBy(handle(tx.realm.companyId, borrower));
      wholeOf.set(held, tx);
      return held;
    },
    transact: (realm, work, options = {}) =>
      transact({ pool: pools[realm.mode], gathers, ...scopedTo(realm, handle(realm.companyId)) }, work, options).catch(
        told,
      ),
    grouping,
    unscoped: (mode) => ({
      db: unscopedBuilder,
      async rows<T>(query: Compilable<T>) {
        mustBeOutside();
        return (await sendOnAny(pools[mode], [query.compile()]))[0]!.rows as T[];
      },
      transact: (work, options = {}) =>
        transact({ pool: pools[mode], gathers, ...ofAllCompanies(mode) }, work, options).catch(told),
    }),
  };
}

interface Handle {
  readonly wall: Wall;
  readonly db: Builder;
}

/** So many borrowers' handles stay open; one that is opened anew costs the compiling of its queries. */
const borrowersHandlesMax = 1_000;

/** The handle of a company, or of one of its borrowers. */
function handles(tables: TableClasses) {
  const ofCompanies = new Map<string, Handle>();
  const ofBorrowers = new Map<string, Handle>();
  const make = (wall: Wall): Handle => ({ wall, db: builderWith(scopePlugin(wall, tables)) });
  return (companyId: string, borrower?: OfBorrower): Handle => {
    const kept = borrower === undefined ? ofCompanies : ofBorrowers;
    const name = borrower === undefined ? companyId : JSON.stringify([companyId, borrower]);
    let handle = kept.get(name);
    if (handle === undefined) {
      handle = make(borrower === undefined ? { companyId } : { companyId, borrower });
      if (kept === ofBorrowers && kept.size >= borrowersHandlesMax) kept.delete(kept.keys().next().value as string);
      kept.set(name, handle);
    }
    return handle;
  };
}

/** Sends on any free connection. The connection is still good after a failed statement, but not after it was lost. */
async function sendOnAny(pool: Pool, queries: readonly CompiledQuery<unknown>[]): Promise<Result[]> {
  const client = await pool.connect();
  let lost = false;
  try {
    return await sendAlone(client, queries).finally(resume);
  } catch (error) {
    lost = isUnreachable(error);
    throw error;
  } finally {
    client.release(lost);
  }
}

function poolReader(
  pool: Pool,
  realm: Realm,
  { db, wall }: Handle,
  { readsAtOnce, personsMax }: Pick<Grouping, 'readsAtOnce' | 'personsMax'>,
): Reader {
  const together = async <const Queries extends readonly Compilable<unknown>[]>(
    ...queries: Queries
  ): Promise<Rows<Queries>> => {
    mustBeOutside();
    const joined = personsMax > 1 ? joinedReads(queries) : queries.map((statement, i) => ({ places: [i], statement }));
    const texts = joined.map(({ statement }) => compiledFor(wall, statement));
    const each = Math.ceil(texts.length / readsAtOnce);
    const flights = Array.from({ length: Math.ceil(texts.length / each) }, (_, i) =>
      sendOnAny(pool, texts.slice(i * each, (i + 1) * each)),
    );
    return dealtOut(joined, (await Promise.all(flights)).flat()) as Rows<Queries>;
  };
  const rows = async <T>(query: Compilable<T>): Promise<T[]> => (await together(query))[0];
  return { realm, db, rows, row: async <T>(query: Compilable<T>) => (await rows(query))[0], together };
}

/** Whose rows a transaction may touch. */
interface Rights {
  readonly realm: Realm;
  readonly db: Builder;
  readonly compiled: (query: Compilable<unknown>) => CompiledQuery<unknown>;
}

const scopedTo = (realm: Realm, { db, wall }: Handle): Rights => ({
  realm,
  db,
  compiled: (query) => compiledFor(wall, query),
});

const ofAllCompanies = (mode: Mode): Rights => ({
  realm: { mode, companyId: '' },
  db: unscopedBuilder,
  compiled: (query) => query.compile(),
});

async function transact<T>(
  { pool, gathers, ...rights }: Rights & { readonly pool: Pool; readonly gathers: boolean },
  work: (tx: Tx) => Promise<T>,
  { dryRun = false, isDurable = true, lockWaitMs }: TransactOptions,
): Promise<T> {
  mustBeOutside();
  const client = await pool.connect();
  const flight = new Flight(client, rights, { isDurable, gathers, lockWaitMs });
  try {
    const answer = await insideTransaction.run(true, () => work(flight));
    if (dryRun) {
      await flight.settled();
      await flight.rollback();
    } else {
      await flight.commit();
    }
    client.release();
    return answer;
  } catch (error) {
    // A connection whose rollback fails is in an unknown state: it is closed and not returned to the pool.
    const rolledBack = await flight.rollback().then(
      () => true,
      () => false,
    );
    client.release(rolledBack ? undefined : true);
    throw error;
  }
}

/** The error to report for a transaction that failed after its commit was sent. */
function afterCommit(error: unknown, atCommit: unknown): unknown {
  // If the server reported the end of the session at an earlier statement, it never reached the commit.
  const neverCame = (isSqlError(error) && atCommit !== error) || isNeverSent(atCommit);
  if (!isUnreachable(error) || neverCame) return error;
  return new OutcomeUnknown('The connection was lost when the commit was on its way.', { cause: error });
}

/** Who hears what becomes of a statement. */
type Heard = [onFailure?: OnFailure, answered?: (result: Result) => void, failed?: (error: unknown) => void];

interface FlightOptions {
  readonly isDurable: boolean;
  readonly gathers: boolean;
  readonly lockWaitMs: number | undefined;
}

class Flight implements Tx {
  readonly realm: Realm;
  readonly db: Builder;
  readonly news: News = { events: false, work: false };
  readonly #compiled: Rights['compiled'];
  readonly #outgoing: Outgoing;
  readonly #gathering: Gathering | undefined;
  /** The first failure is the cause; later ones only say that the transaction is over. */
  #failure: { error: unknown } | undefined;
  #unanswered = 0;
  #allAnswered: (() => void) | undefined;
  #isOver = false;

  constructor(client: PoolClient, { realm, db, compiled }: Rights, { isDurable, gathers, lockWaitMs }: FlightOptions) {
    this.#outgoing = new Outgoing(client, () => this.#gathering?.flush());
    this.#gathering = gathers ? new Gathering((query, outcome) => this.#outgoing.add(query, outcome)) : undefined;
    this.realm = realm;
    this.db = db;
    this.#compiled = compiled;
    this.#outgoing.order('begin', this.#watched());
    if (!isDurable) this.#outgoing.order('set local synchronous_commit = off', this.#watched());
    if (lockWaitMs !== undefined) this.#outgoing.order(`set local lock_timeout = ${lockWaitMs}`, this.#watched());
  }

  write(query: Compilable<unknown>, onFailure?: OnFailure): void {
    this.#send(this.#compiled(query), query, onFailure);
  }

  async affected(query: Compilable<unknown>): Promise<number> {
    // When many statements go together, nobody knows how many rows each has changed.
    return (await this.#result(this.#compiled(query))).rowCount ?? 0;
  }

  async rows<T>(query: Compilable<T>): Promise<T[]> {
    return (await this.#result(this.#compiled(query), query)).rows as T[];
  }

  async row<T>(query: Compilable<T>): Promise<T | undefined> {
    return (await this.rows(query))[0];
  }

  async together<const Queries extends readonly Compilable<unknown>[]>(...queries: Queries): Promise<Rows<Queries>> {
    return (await Promise.all(queries.map((query) => this.rows(query)))) as Rows<Queries>;
  }

  /** The same transaction, with the wall of another handle. */
  seenBy({ db, wall }: Handle): Tx {
    const rowsOf = async <T>(query: Compilable<T>): Promise<T[]> =>
      (await this.#result(compiledFor(wall, query), query)).rows as T[];
    return {
      realm: this.realm,
      db,
      news: this.news,
      write: (query, onFailure) => this.#send(compiledFor(wall, query), query, onFailure),
      affected: async (query) => (await this.#result(compiledFor(wall, query))).rowCount ?? 0,
      rows: rowsOf,
      row: async (query) => (await rowsOf(query))[0],
      together: async (...queries) =>
        (await Promise.all(queries.map((query) => rowsOf(query)))) as Rows<typeof queries>,
    };
  }

  async #result(compiled: CompiledQuery<unknown>, query?: Compilable<unknown>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#send(compiled, query, undefined, resolve, reject);
    try {
      return await promise.finally(resume);
    } catch (error) {
      throw retraced(this.#failure?.error ?? error);
    }
  }

  /**
   * A late statement, such as one from the slower half of a Promise.all, must not get into the connection's next
   * transaction.
   */
  #send(compiled: CompiledQuery<unknown>, query?: Compilable<unknown>, ...heard: Heard): void {
    if (this.#isOver) throw new Error('The transaction is over; nothing can be read or written through it.');
    const outcome = this.#watched(...heard);
    if (this.#gathering !== undefined && query !== undefined && isGatherable(query)) {
      this.#gathering.add(query, compiled, outcome);
      return;
    }
    this.#gathering?.flush();
    this.#outgoing.add(compiled, outcome);
  }

  /** Nobody waits for most statements, so they have no promise. */
  #watched(...[onFailure, answered, failed]: Heard): Outcome {
    this.#unanswered += 1;
    return {
      answered: (result) => {
        answered?.(result);
        this.#landed();
      },
      failed: (error) => {
        this.#failure ??= { error: onFailure === undefined ? error : onFailure(error) };
        failed?.(error);
        this.#landed();
      },
    };
  }

  #landed(): void {
    this.#unanswered -= 1;
    if (this.#unanswered === 0) this.#allAnswered?.();
  }

  async settled(): Promise<void> {
    this.#gathering?.flush();
    if (this.#unanswered > 0) {
      await new Promise<void>((resolve) => {
        this.#allAnswered = resolve;
      });
    }
    if (this.#failure) throw retraced(this.#failure.error);
  }

  async commit(): Promise<void> {
    this.#isOver = true;
    this.#gathering?.flush();
    const commit: { result?: Result; failure?: unknown } = {};
    const answered = (result: Result): void => {
      commit.result = result;
    };
    const failed = (error: unknown): void => {
      commit.failure = error;
    };
    this.#outgoing.order('commit', this.#watched(undefined, answered, failed));
    await this.settled().catch((error) => {
      throw afterCommit(error, commit.failure);
    });
    const command = commit.result?.command;
    // After a failure inside, a commit "succeeds" as ROLLBACK.
    if (command !== 'COMMIT') throw new Error(`The database answered ${command} to a commit.`);
  }

  async rollback(): Promise<void> {
    this.#isOver = true;
    this.#gathering?.drop(new Error('The transaction is over.'));
    await new Promise<Result>((answered, failed) => this.#outgoing.order('rollback', { answered, failed }));
  }
}
