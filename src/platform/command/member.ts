// One command of a commit that several share. What it writes waits here until all of them have come to their end: one
// that is refused before leaves nothing behind, and what all write goes out in one turn, each kind as one statement.
import type { Compilable } from 'kysely';
import type { OnFailure, Rows, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';

/** The command is to be done by itself. */
export class GoesAlone extends Error {}

/** A commit while its members are at work. */
export interface SharedCommit {
  readonly tx: Tx;
  /** The subjects of its members. */
  readonly subjects: Set<string>;
  /** The first failure after which it cannot be kept. */
  failure: { readonly error: unknown } | undefined;
}

type Write = readonly [query: Compilable<unknown>, onFailure: OnFailure | undefined];

export class Member implements Tx {
  readonly realm: Tx['realm'];
  readonly db: Tx['db'];
  readonly news: Tx['news'];
  readonly #commit: SharedCommit;
  #unsent: Write[] = [];
  #hasWritten = false;
  #isOver = false;

  constructor(commit: SharedCommit) {
    this.#commit = commit;
    this.realm = commit.tx.realm;
    this.db = commit.tx.db;
    this.news = commit.tx.news;
  }

  /** The transaction that it is part of. */
  get commit(): Tx {
    return this.#commit.tx;
  }

  write(query: Compilable<unknown>, onFailure?: OnFailure): void {
    this.#mustGoOn();
    this.#unsent.push([query, onFailure]);
  }

  async affected(query: Compilable<unknown>): Promise<number> {
    this.#mustGoOn();
    this.send();
    this.#hasWritten = true;
    return this.#heard(this.#commit.tx.affected(query));
  }

  async rows<T>(query: Compilable<T>): Promise<T[]> {
    this.#mustGoOn();
    this.send();
    const compiled = query.compile();
    this.#hasWritten ||= compiled.query.kind !== 'SelectQueryNode';
    // What is put together with others keeps its kind and its values.
    return this.#heard(this.#commit.tx.rows<T>({ ...query, compile: () => compiled }));
  }

  async row<T>(query: Compilable<T>): Promise<T | undefined> {
    return (await this.rows(query))[0];
  }

  async together<const Queries extends readonly Compilable<unknown>[]>(...queries: Queries): Promise<Rows<Queries>> {
    return (await Promise.all(queries.map((query) => this.rows(query)))) as Rows<Queries>;
  }

  /** A read sees what was written before it, so this comes first. */
  send(): void {
    const writes = this.#unsent;
    this.#unsent = [];
    this.#hasWritten ||= writes.length > 0;
    for (const [query, onFailure] of writes) this.#commit.tx.write(query, onFailure);
  }

  /** Its subject, which it alone may change in this commit. */
  mustBeFree<F extends { readonly id: string }>(found: F | undefined): F {
    if (found === undefined) throw new GoesAlone('Somebody else holds its subject.');
    const { subjects } = this.#commit;
    if (subjects.has(found.id)) throw new GoesAlone('Another member is about the same subject.');
    subjects.add(found.id);
    return found;
  }

  /** Nothing is read or written by it any more, except what it has written until now. */
  end(): void {
    this.#isOver = true;
  }

  /**
   * It has failed. Its refusal, if that is its answer and the others can go on; undefined: it is to be done by itself, and
   * if it has left traces, so are the others.
   */
  leave(error: unknown): Refusal | undefined {
    this.end();
    this.#unsent = [];
    if (this.#hasWritten) this.#commit.failure ??= { error };
    if (this.#commit.failure !== undefined) return undefined;
    return error instanceof Refusal && !error.keepsWrites ? error : undefined;
  }

  /** After a statement that failed the transaction is over for all. */
  async #heard<T>(asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      this.#commit.failure ??= { error };
      throw error;
    }
  }

  #mustGoOn(): void {
    if (this.#isOver) throw new Error('The command is over; nothing can be read or written through it.');
  }
}
