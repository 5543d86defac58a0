// Rows of borrowers that are due, a page at a time, in the order of the index that the day looks through.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import type { DueRows } from './due-rows.ts';

interface Asked<Row> {
  /** What is read of a row beside its instant, its borrower and its id. */
  readonly more?: readonly (keyof Row & string)[];
  readonly limit?: number;
}

const usualLimit = 500;

/** Returns what gives the page after a row; undefined is the first page. */
export const duePages =
  <Row extends { readonly person_id: string; readonly id: string }>(
    { table, column }: Pick<DueRows, 'table' | 'column'>,
    { more = [], limit = usualLimit }: Asked<Row> = {},
  ) =>
  (reader: Reader, now: Instant, after: Row | undefined): Promise<Row[]> => {
    // Kysely cannot follow names that are parameters: `Row` says what is read, and the table may be any.
    const [at, person] = [column, 'person_id'] as unknown as ['position', 'position'];
    let due = reader.db
      .selectFrom(table as 'outbox')
      .select([at, person, 'id', ...(more as readonly 'id'[])])
      .where(at, '<=', now as never)
      .orderBy(at)
      .orderBy(person)
      .orderBy('id')
      .limit(limit);
    if (after !== undefined) {
      const place = sql`(${after[column as keyof Row]}::timestamptz, ${after.person_id}, ${after.id})`;
      due = due.where(sql<boolean>`(${sql.raw(column)}, person_id, id) > ${place}`);
    }
    return reader.rows(due) as Promise<unknown> as Promise<Row[]>;
  };
