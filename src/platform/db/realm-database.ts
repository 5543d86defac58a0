// Reading and writing within a realm. A reader uses any connection of the mode's pool. A transaction keeps one, sends
// its writes without waiting and waits once, at the commit, so that a command costs two round trips instead of ten.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Compilable, CompiledQuery } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { type Builder, builderWith, unscopedBuilder } from './builder.ts';
import type { Mode, Realm } from './realm.ts';
import { mustBeConfinedTo, scopePlugin } from './scope.ts';
import { isNeverSent, isSqlError, isUnreachable, OutcomeUnknown } from './sqlstate.ts';
import { order, type Result, send, sendAlone, sendTogether } from './statements.ts';

type Rows<Queries extends readonly Compilable<unknown>[]> = {
  [I in keyof Queries]: Queries[I] extends Compilable<infer T> ? T[] : never;
};

export interface Reader {
  readonly realm: Realm;
  /** Builds queries that cannot leave the realm. */
  readonly db: Builder;
  rows<T>(query: Compilable<T>): Promise<T[]>;
  row<T>(query: Compilable<T>): Promise<T | undefined>;
  /** Several reads in one round trip. Each is a statement of its own, one after the other. */
  together<const Queries extends readonly Compilable<unknown>[]>(...queries: Queries): Promise<Rows<Queries>>;
}

/** Turns the error of a failed write into the error to throw; it may be the same. */
export type OnFailure = (error: unknown) => unknown;

export interface Tx extends Reader {
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
  transact<T>(work: (tx: UnscopedTx) => Promise<T>): Promise<T>;
}

export type UnscopedTx = Pick<Tx, 'db' | 'rows' | 'together' | 'write'>;

interface TransactOptions {
  readonly dryRun?: boolean;
  /** False: the commit does not wait for the disk. For work that may be repeated after a crash. */
  readonly isDurable?: boolean;
}

export interface RealmDatabase {
  reader(realm: Realm): Reader;
  transact<T>(realm: Realm, work: (tx: Tx) => Promise<T>, options?: TransactOptions): Promise<T>;
  unscoped(mode: Mode): Unscoped;
}

/**
 * Inside a command everything goes through its tx: another connection would see the state before it, or wait for it.
 */
const insideTransaction = new AsyncLocalStorage<true>();

function mustBeOutside(): void {
  if (insideTransaction.getStore()) throw new Error('A command reads through its tx, not through the database handle.');
}

function compiledFor(realm: Realm, query: Compilable<unknown>): CompiledQuery<unknown> {
  const compiled = query.compile();
  mustBeConfinedTo(realm.companyId, compiled);
  return compiled;
}

export function realmDatabase(
  pools: Record<Mode, Pool>,
  isTable: (name: string) => boolean,
  failed: (error: unknown) => void,
): RealmDatabase {
  const builders = new Map<string, Builder>();
  const builder = (companyId: string): Builder => {
    let scoped = builders.get(companyId);
    if (scoped === undefined) {
      scoped = builderWith(scopePlugin(companyId, isTable));
      builders.set(companyId, scoped);
    }
    return scoped;
  };
  const told = (error: unknown): never => {
    failed(error);
    throw error;
  };
  return {
    reader: (realm) => poolReader(pools[realm.mode], realm, builder(realm.companyId)),
    transact: (realm, work, options = {}) =>
      transact({ pool: pools[realm.mode], ...scopedTo(realm, builder(realm.companyId)) }, work, options).catch(told),
    unscoped: (mode) => ({
      db: unscopedBuilder,
      async rows<T>(query: Compilable<T>) {
        mustBeOutside();
        return (await sendOnAny(pools[mode], query.compile())).rows as T[];
      },
      transact: (work) => transact({ pool: pools[mode], ...ofAllCompanies(mode) }, work, {}).catch(told),
    }),
  };
}

/** Sends on any free connection. The connection is still good after a failed statement, but not after it was lost. */
async function sendOnAny(pool: Pool, query: CompiledQuery<unknown>): Promise<Result> {
  const client = await pool.connect();
  let lost = false;
  try {
    return await sendAlone(client, query);
  } catch (error) {
    lost = isUnreachable(error);
    throw error;
  } finally {
    client.release(lost);
  }
}

function poolReader(pool: Pool, realm: Realm, db: Builder): Reader {
  const rows = async <T>(query: Compilable<T>): Promise<T[]> => {
    mustBeOutside();
    return (await sendOnAny(pool, compiledFor(realm, query))).rows as T[];
  };
  return {
    realm,
    db,
    rows,
    row: async <T>(query: Compilable<T>) => (await rows(query))[0],
    async together<const Queries extends readonly Compilable<unknown>[]>(...queries: Queries): Promise<Rows<Queries>> {
      mustBeOutside();
      const texts = queries.map((query) => compiledFor(realm, query));
      const client = await pool.connect();
      const results = await Promise.allSettled(texts.map((query) => sendAlone(client, query)));
      client.release(results.some((result) => result.status === 'rejected' && isUnreachable(result.reason)));
      return results.map((result) => {
        if (result.status === 'rejected') throw result.reason;
        return result.value.rows;
      }) as Rows<Queries>;
    },
  };
}

/** Whose rows a transaction may touch. */
interface Rights {
  readonly realm: Realm;
  readonly db: Builder;
  readonly compiled: (query: Compilable<unknown>) => CompiledQuery<unknown>;
}

const scopedTo = (realm: Realm, db: Builder): Rights => ({ realm, db, compiled: (query) => compiledFor(realm, query) });

const ofAllCompanies = (mode: Mode): Rights => ({
  realm: { mode, companyId: '' },
  db: unscopedBuilder,
  compiled: (query) => query.compile(),
});

async function transact<T>(
  { pool, ...rights }: Rights & { readonly pool: Pool },
  work: (tx: Tx) => Promise<T>,
  { dryRun = false, isDurable = true }: TransactOptions,
): Promise<T> {
  mustBeOutside();
  const client = await pool.connect();
  const flight = new Flight(client, rights, isDurable);
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
async function afterCommit(error: unknown, commit: Promise<unknown>): Promise<unknown> {
  const atCommit = await commit.catch((failure) => failure);
  // If the server reported the end of the session at an earlier statement, it never reached the commit.
  const neverCame = (isSqlError(error) && atCommit !== error) || isNeverSent(atCommit);
  if (!isUnreachable(error) || neverCame) return error;
  return new OutcomeUnknown('The connection was lost when the commit was on its way.', { cause: error });
}

class Flight implements Tx {
  readonly realm: Realm;
  readonly db: Builder;
  readonly #compiled: Rights['compiled'];
  readonly #client: PoolClient;
  readonly #sent: Promise<unknown>[] = [];
  /** The first failure is the cause; later ones only say that the transaction is over. */
  #failure: { error: unknown } | undefined;
  #isOver = false;

  constructor(client: PoolClient, { realm, db, compiled }: Rights, isDurable: boolean) {
    this.#client = client;
    this.realm = realm;
    this.db = db;
    this.#compiled = compiled;
    sendTogether(client);
    this.#watch(order(client, 'begin'));
    if (!isDurable) this.#watch(order(client, 'set local synchronous_commit = off'));
  }

  write(query: Compilable<unknown>, onFailure?: OnFailure): void {
    this.#watch(this.#send(query), onFailure);
  }

  async affected(query: Compilable<unknown>): Promise<number> {
    return (await this.#result(query)).rowCount ?? 0;
  }

  async rows<T>(query: Compilable<T>): Promise<T[]> {
    return (await this.#result(query)).rows as T[];
  }

  async row<T>(query: Compilable<T>): Promise<T | undefined> {
    return (await this.rows(query))[0];
  }

  async together<const Queries extends readonly Compilable<unknown>[]>(...queries: Queries): Promise<Rows<Queries>> {
    return (await Promise.all(queries.map((query) => this.rows(query)))) as Rows<Queries>;
  }

  async #result(query: Compilable<unknown>): Promise<Result> {
    const sending = this.#send(query);
    this.#watch(sending);
    try {
      return await sending;
    } catch (error) {
      throw this.#failure?.error ?? error;
    }
  }

  /**
   * A late statement, such as one from the slower half of a Promise.all, must not get into the connection's next
   * transaction.
   */
  #send(query: Compilable<unknown>) {
    if (this.#isOver) throw new Error('The transaction is over; nothing can be read or written through it.');
    sendTogether(this.#client);
    return send(this.#client, this.#compiled(query));
  }

  #watch(sending: Promise<unknown>, onFailure: OnFailure = (error) => error): void {
    this.#sent.push(
      sending.catch((error) => {
        this.#failure ??= { error: onFailure(error) };
      }),
    );
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#sent);
    if (this.#failure) throw this.#failure.error;
  }

  async commit(): Promise<void> {
    this.#isOver = true;
    sendTogether(this.#client);
    const commit = order(this.#client, 'commit');
    this.#watch(commit);
    await this.settled().catch(async (error) => {
      throw await afterCommit(error, commit);
    });
    const { command } = await commit;
    // After a failure inside, a commit "succeeds" as ROLLBACK.
    if (command !== 'COMMIT') throw new Error(`The database answered ${command} to a commit.`);
  }

  async rollback(): Promise<void> {
    this.#isOver = true;
    await order(this.#client, 'rollback');
  }
}
