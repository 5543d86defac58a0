// Rows that workers work on outside of transactions, one worker at a time. The command that asks for the work puts the
// row in; a job from the outbox takes it (claimed-work.ts). Three columns say how a row stands, and README.md beside
// this file says how to use them.
import {
  type Compilable,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely';
import type { MachineClock } from '#platform/clock.ts';
import { inOneRowEach, writeOutbox } from '#platform/command/outbox.ts';
import type { Ask } from '#platform/db/ask.ts';
import type { Builder } from '#platform/db/builder.ts';
import { defaulted, type Table, typesOf } from '#platform/db/define-table.ts';
import type { Values } from '#platform/db/gathering.ts';
import { prepared } from '#platform/db/prepared.ts';
import { preparedChanges, preparedDeletion } from '#platform/db/prepared-changes.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase, Tx } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';

/** A table of such rows takes these columns into its `defineTable`. */
export const claimedColumns = {
  /** The machine instant at which somebody must look at the row again. Null: there is nothing to do. */
  due_at: 'bigint?',
  /** The claim of the worker that is at it. Null: the row waits. */
  holder: 'text?',
  /** How often it was taken. */
  tries: defaulted('int'),
} as const;

export interface Claimable {
  readonly due_at: number | null;
  readonly holder: string | null;
  readonly tries: number;
}

type ClaimedTable = {
  [Table in keyof Tables]: keyof Claimable extends keyof Tables[Table] ? Table : never;
}[keyof Tables] &
  string;

/** A job has waited for so long in vain: it was lost, and the row is put in again. */
const lookAgainMicros = 10_000_000;
const broughtMax = 100;

type StatedTable = Pick<Table, 'name' | 'columns'>;

interface Declared<Table, Name> {
  /** The name of its queue in the metrics. */
  readonly name: string;
  readonly job: string;
  readonly table: Table;
  /** The same table as it is stated: then what is asked and written of several rows of a commit is one statement. */
  readonly stated?: StatedTable;
  /** The columns that a job names: the row's key, and what its line depends on. */
  readonly named: readonly Name[];
  /** A row with which nobody has anything more to do is deleted. It is `stated`. */
  readonly goWhenEnded?: true;
  /** So often in vain, and a person must hear of it. */
  readonly alarmTries: number;
  /** Since when a row has waited, if not since it was due. */
  readonly since?: string;
  /** The column that says why the last try was in vain. */
  readonly why?: string;
  /** Rows of companies in this part of a statement wait, and are not late: `money_switches where …`. */
  readonly resting?: string;
}

interface Stuck {
  readonly count: number;
  readonly why: string | null;
}

export interface ClaimedRows<Row extends Claimable = Claimable, Name extends keyof Row & string = keyof Row & string> {
  readonly name: string;
  readonly job: string;
  readonly alarmTries: number;
  /** What is written to a row that waits for a worker from now on. */
  putIn(clock: Pick<MachineClock, 'micros'>): { readonly due_at: number; readonly holder: null };
  /** What is written to a row with which nobody has anything more to do. */
  readonly ended: { readonly due_at: null; readonly holder: null };
  /** What a job is given of the row. */
  keyOf(row: Pick<Row, Name>): Pick<Row, Name>;
  /** It is called in the commit that puts the rows in. */
  enqueue(tx: Tx, position: () => number, ...rows: readonly Pick<Row, Name>[]): void;
  lock(tx: Tx, ref: Pick<Row, Name>): Promise<Row | undefined>;
  /** What a job is given of the row, and how it stands; undefined while somebody else has it locked. */
  lockIfFree(tx: Tx, ref: Pick<Row, Name>): Promise<(Pick<Row, Name> & Claimable) | undefined>;
  update(db: Pick<Builder, 'updateTable'>, ref: Pick<Row, Name>): Update;
  /** The same with all that it sets; or the row is deleted, where it goes when it has ended. */
  changed(
    db: Pick<Builder, 'updateTable' | 'deleteFrom'>,
    ref: Pick<Row, Name>,
    set: { readonly due_at?: number | null },
  ): Compilable<unknown>;
  /** Rows that nobody has come back to in time, of all companies. */
  overdue(
    database: RealmDatabase,
    mode: Mode,
    nowMicros: number,
    atMost?: number,
  ): Promise<(Pick<Row, Name> & { readonly company_id: string })[]>;
  /** Since when the oldest row has waited, as a machine instant in microseconds. */
  since(ask: Ask, mode: Mode): Promise<number | null>;
  /** Counts the rows that were tried in vain so often that a person must hear of it. */
  stuck(ask: Ask, mode: Mode): Promise<Stuck>;
}

/** Kysely cannot follow a table that is a parameter; its columns are checked where the rows are declared. */
type Any = Claimable & { readonly company_id: string };
type Update = UpdateQueryBuilder<{ row: Any }, 'row', 'row', UpdateResult>;
type Select = SelectQueryBuilder<{ row: Any }, 'row', object>;

export function claimedRows<
  const Table extends ClaimedTable,
  const Name extends keyof Selectable<Tables[Table]> & string,
>({
  table,
  stated,
  named: columns,
  since = 'due_at',
  why,
  resting,
  goWhenEnded,
  ...declared
}: Declared<Table, Name>): ClaimedRows<Selectable<Tables[Table]> & Claimable, Name> {
  type Row = Selectable<Tables[Table]> & Claimable;
  const from = (db: Pick<Builder, 'selectFrom'>): Select => db.selectFrom(table as never) as unknown as Select;
  const of = <Query extends { where(column: never, is: '=', value: never): Query }>(query: Query, ref: object): Query =>
    columns.reduce((found, name) => found.where(name as never, '=', ref[name as keyof typeof ref]), query);
  const keyOf = (row: Pick<Row, Name>) =>
    Object.fromEntries(columns.map((name) => [name, row[name]])) as Pick<Row, Name>;
  type Locking = (query: Select) => Compilable<unknown>;
  const preparedLock = (locking: Locking) =>
    prepared<Values, unknown>(
      (db, placeholder) => locking(of(from(db), Object.fromEntries(columns.map((name) => [name, placeholder(name)])))),
      stated && typesOf<string>(stated, columns),
    );
  const locked = preparedLock((query) => query.selectAll().forUpdate());
  const lockedIfFree = preparedLock((query) =>
    query
      .select([...(columns as readonly string[] as readonly 'holder'[]), 'due_at', 'holder', 'tries'])
      .forUpdate()
      .skipLocked(),
  );
  const changes = stated && preparedChanges(stated, columns);
  const gone = stated && goWhenEnded && preparedDeletion(stated, columns);
  const update = (db: Pick<Builder, 'updateTable'>, ref: object): Update =>
    of(db.updateTable(table as never) as unknown as Update, ref);
  const isAwake = resting === undefined ? 'true' : `company_id not in (select company_id from ${resting})`;
  const isAwakeIn = (mode: Mode) => isAwake.replace(' from ', ` from ${mode}.`);
  // A try that is under way is not in vain yet.
  const inVain = (mode: Mode) =>
    `${mode}.${table} where due_at is not null and tries - (holder is not null)::integer >= ${declared.alarmTries}`;
  return {
    ...declared,
    keyOf,
    putIn: (clock) => ({ due_at: clock.micros() + lookAgainMicros, holder: null }),
    ended: { due_at: null, holder: null },
    enqueue(tx, position, ...rows) {
      const work = rows.map((row) => {
        const payload = keyOf(row) as Record<string, unknown>;
        return { subjectId: tx.realm.companyId, position: position(), job: declared.job, payload };
      });
      writeOutbox(tx, inOneRowEach(work));
    },
    lock: (tx, ref) => tx.row(locked(tx.db, keyOf(ref))) as Promise<unknown> as Promise<Row>,
    lockIfFree: (tx, ref) =>
      tx.row(lockedIfFree(tx.db, keyOf(ref))) as Promise<unknown> as Promise<Pick<Row, Name> & Claimable>,
    update,
    changed(db, ref, set) {
      if (gone !== undefined && set.due_at === null) return gone(db, ref);
      return changes?.(db, ref, set as Values) ?? update(db, ref).set(set);
    },
    overdue(database, mode, nowMicros, atMost = broughtMax) {
      const { db, rows } = database.unscoped(mode);
      const left = from(db)
        .select(['company_id', ...(columns as readonly string[] as readonly 'holder'[])])
        .where('due_at', '<=', nowMicros)
        .where(sql<boolean>`${sql.raw(isAwake)}`)
        .orderBy('due_at')
        .limit(atMost);
      return rows(left) as Promise<unknown> as Promise<(Pick<Row, Name> & { company_id: string })[]>;
    },
    async since(ask, mode) {
      const [row] = await ask<{ since: string | null }>(
        `select min(${since}) as since from ${mode}.${table} where due_at is not null and ${isAwakeIn(mode)}`,
      );
      return row?.since == null ? null : Number(row.since);
    },
    async stuck(ask, mode) {
      const [row] = await ask<Stuck>(
        `select count(*)::integer as count, ${why === undefined ? 'null' : `max(${why})`} as why from ${inVain(mode)}`,
      );
      return row ?? { count: 0, why: null };
    },
  };
}
