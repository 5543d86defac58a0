// Statements of one kind that a transaction has for several persons in one turn of the event loop go to the server as
// one: 25 loans of a commit are read by one statement, not by 25. What is of one person keeps its order; a statement
// that cannot be gathered ends a round. On a cluster, where a statement is of one person, nothing is gathered.
import type { Compilable, CompiledQuery } from 'kysely';
import type { Result } from './packet.ts';
import { askedPlace, type Row } from './row-reader.ts';
import type { Outcome } from './statements.ts';

export type Values = Readonly<Record<string, unknown>>;

/** What statements of one kind have in common: they differ in their values alone. */
export interface Kind {
  /** The first of the values: whose rows it touches. */
  readonly subject: string;
  /** What returns rows says of each of which question it is. One that changes rows may change each only once. */
  readonly does: 'read' | 'change' | 'insert';
  together(rows: readonly Values[]): readonly CompiledQuery<unknown>[];
}

/** A query that may be put together with others of its kind. */
export interface Gatherable<T = unknown> extends Compilable<T> {
  readonly kind: Kind;
  readonly values: readonly Values[];
}

export const isGatherable = (query: Compilable<unknown>): query is Gatherable =>
  (query as Partial<Gatherable>).kind !== undefined;

interface Item {
  readonly compiled: CompiledQuery<unknown>;
  readonly values: readonly Values[];
  readonly outcome: Outcome;
}

interface Group {
  readonly kind: Kind;
  readonly items: Item[];
  readonly subjects: Set<unknown>;
}

type Send = (compiled: CompiledQuery<unknown>, outcome: Outcome) => void;

export class Gathering {
  readonly #send: Send;
  #groups: Group[] = [];
  /** The last group that has something of a subject. */
  readonly #lastOf = new Map<unknown, number>();

  constructor(send: Send) {
    this.#send = send;
  }

  add({ kind, values }: Gatherable, compiled: CompiledQuery<unknown>, outcome: Outcome): void {
    if (this.#groups.length === 0) process.nextTick(() => this.flush());
    const subjects = values.map((row) => row[kind.subject]);
    const after = Math.max(0, ...subjects.map((subject) => this.#lastOf.get(subject) ?? 0));
    let at = this.#groups.findIndex((group, i) => i >= after && group.kind === kind && mayJoin(group, subjects));
    if (at < 0) at = this.#groups.push({ kind, items: [], subjects: new Set() }) - 1;
    const group = this.#groups[at] as Group;
    group.items.push({ compiled, values, outcome });
    for (const subject of subjects) {
      group.subjects.add(subject);
      this.#lastOf.set(subject, at);
    }
  }

  /** Sends what was gathered. */
  flush(): void {
    for (const group of this.#taken()) this.#sendGroup(group);
  }

  /** What was gathered is not sent any more. */
  drop(error: Error): void {
    for (const { items } of this.#taken()) for (const { outcome } of items) outcome.failed(error);
  }

  #taken(): readonly Group[] {
    const groups = this.#groups;
    this.#groups = [];
    this.#lastOf.clear();
    return groups;
  }

  #sendGroup({ kind, items }: Group): void {
    if (items.length === 1) {
      const { compiled, outcome } = items[0] as Item;
      this.#send(compiled, outcome);
      return;
    }
    const statements = kind.together(items.flatMap(({ values }) => values));
    for (const [i, statement] of statements.entries()) {
      const isLast = i === statements.length - 1;
      this.#send(statement, {
        answered: (result) => {
          if (isLast) answerAll(kind, items, result);
        },
        // The transaction is over with the first failure: each hears of it once.
        failed: (error) => {
          for (const { outcome } of items.splice(0)) outcome.failed(error);
        },
      });
    }
  }
}

const mayJoin = ({ kind, subjects }: Group, more: readonly unknown[]): boolean =>
  kind.does !== 'change' || !more.some((subject) => subjects.has(subject));

function answerAll({ does }: Kind, items: readonly Item[], { rows, command }: Result): void {
  const own = rowsOfEach(items.length, does === 'read' ? rows : []);
  for (const [i, { outcome }] of items.entries()) {
    const mine = own[i] as Row[];
    outcome.answered({ rows: mine, rowCount: mine.length, command });
  }
}

function rowsOfEach(count: number, rows: readonly Row[]): Row[][] {
  const own: Row[][] = Array.from({ length: count }, () => []);
  for (const row of rows) own[(row as { [askedPlace]: number })[askedPlace] - 1]?.push(row);
  return own;
}

/** Reads that go out as one statement. */
interface JoinedReads {
  /** Where each of them stands among all that are asked. */
  readonly places: readonly number[];
  readonly statement: Compilable<unknown>;
}

/** What is asked together outside of a transaction, where no read waits for another: those of one kind are joined. */
export function joinedReads(queries: readonly Compilable<unknown>[]): JoinedReads[] {
  const joined: JoinedReads[] = [];
  const byKind = new Map<Kind, { readonly places: number[]; readonly values: Values[] }>();
  for (const [place, query] of queries.entries()) {
    if (!isGatherable(query) || query.kind.does !== 'read') {
      joined.push({ places: [place], statement: query });
      continue;
    }
    const group = byKind.get(query.kind) ?? { places: [], values: [] };
    group.places.push(place);
    group.values.push(...query.values);
    byKind.set(query.kind, group);
  }
  for (const [kind, { places, values }] of byKind) {
    const [statement] = places.length === 1 ? [queries[places[0] as number]] : kind.together(values).map(asCompiled);
    joined.push({ places, statement: statement as Compilable<unknown> });
  }
  return joined;
}

const asCompiled = (query: CompiledQuery<unknown>): Compilable<unknown> => ({ compile: () => query });

/** The rows of each read, as it would have had them by itself. */
export function dealtOut(joined: readonly JoinedReads[], results: readonly Result[]): Row[][] {
  const own: Row[][] = [];
  for (const [i, { places }] of joined.entries()) {
    const { rows } = results[i] as Result;
    const each = places.length === 1 ? [rows] : rowsOfEach(places.length, rows);
    for (const [n, place] of places.entries()) own[place] = each[n] as Row[];
  }
  return own;
}
