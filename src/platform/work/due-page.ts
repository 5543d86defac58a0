// Rows that are due, a page at a time, in the order of the index that the day looks through.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import type { DueRows } from './due-rows.ts';

interface Asked<Row> {
  /** The column that says with whom a row lies: `person_id` if not given. Null: they all lie with the company. */
  readonly owner?: 'person_id' | 'owner_id' | null;
  /** What is read of a row beside its instant, its owner and its id. */
  readonly more?: readonly (keyof Row & string)[];
  readonly limit?: number;
  /** Leaves out what is due and has to wait for something else: the index is passed over, and no commit is made for it. */
  but?(now: Instant): RawBuilder<boolean>;
}

const usualLimit = 500;

/** Returns what gives the page after a row; undefined is the first page. */
export const duePages =
  <Row extends { readonly id: string }>(
    { table, column }: Pick<DueRows, 'table' | 'column'>,
    { owner = 'person_id', more = [], limit = usualLimit, but }: Asked<Row> = {},
  ) =>
  (reader: Reader, now: Instant, after: Row | undefined): Promise<Row[]> => {
    // Kysely cannot follow names that are parameters: `Row` says what is read, and the table may be any.
    const place = [column, ...(owner === null ? [] : [owner]), 'id'] as unknown as ['position', ...'id'[]];
    const [at] = place;
    let due = reader.db
      .selectFrom(table as 'outbox')
      .select([...place, ...(more as readonly 'id'[])])
      .where(at, '<=', now as never)
      .limit(limit);
    for (const name of place) due = due.orderBy(name);
    if (but !== undefined) due = due.where(sql<boolean>`not ${but(now)}`);
    if (after !== undefined) {
      const [instant, ...last] = place.map((name) => after[name as keyof Row]);
      const names = sql.raw(place.join(', '));
      due = due.where(sql<boolean>`(${names}) > (${instant}::timestamptz, ${sql.join(last)})`);
    }
    return reader.rows(due) as Promise<unknown> as Promise<Row[]>;
  };
