// The total of a list: counted, unless it is known to be beyond what is counted.
import { type Compilable, type SelectQueryBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { plannedAfresh } from '#platform/db/statements.ts';
import type { Tables } from '#platform/db/tables.ts';
import { type Counted, forget, keepCounted, recounted } from './long-lists.ts';

type Query<DB, TB extends keyof DB, O> = SelectQueryBuilder<DB, TB, O>;

export interface Total {
  readonly total: number;
  readonly totalIsLowerBound: boolean;
}

export interface CountedList {
  readonly table: keyof Tables & string;
  readonly idColumn: string;
  /** True when a filter may match one row or millions: one plan for all values would be wrong for some. */
  readonly isSkewed?: boolean;
  /** The name of a list from which no row ever goes, with its filters: only what comes to it is counted again. */
  readonly neverShrinks?: string | undefined;
  /** There are at least this many, so counting is unnecessary. */
  readonly atLeast?: number;
}

export type { Counted };

interface Totaling {
  readonly asks: readonly Compilable<Counted>[];
  /** Makes the total from the answer to what it asks. */
  total(rows: readonly Counted[]): Promise<Total>;
}

/** How the total is found. */
export function totaling<DB, TB extends keyof DB, O>(
  reader: Reader,
  source: CountedList,
  query: Query<DB, TB, O>,
  max: number | null,
): Totaling {
  const count = () => (source.isSkewed ? plannedAfresh(countOf(reader, query, max)) : countOf(reader, query, max));
  const beyond = (total: number): Total => ({ total, totalIsLowerBound: true });
  const ofCount = ([row]: readonly Counted[]): Total => {
    const total = row?.total ?? 0;
    return max === null || total <= max ? { total, totalIsLowerBound: false } : beyond(max);
  };
  const { atLeast, neverShrinks } = source;
  if (max === null) return { asks: [count()], total: async (rows) => ofCount(rows) };
  if (atLeast !== undefined) return { asks: [], total: async () => beyond(atLeast) };
  const list = neverShrinks === undefined ? undefined : { ...source, name: `${neverShrinks} ${max}` };
  if (list === undefined) return { asks: [count()], total: async (rows) => ofCount(rows) };
  const again = recounted(reader, list, query, max);
  return {
    asks: [again?.ask ?? count()],
    async total(rows) {
      let counted = again === undefined ? rows : again.read(rows);
      if (counted === undefined) {
        forget(reader, list);
        counted = await reader.rows(count());
      }
      await keepCounted(reader, list, query, counted[0]?.total ?? 0, max);
      return ofCount(counted);
    },
  };
}

/** `max`: counting stops there; null: counts all. */
function countOf<DB, TB extends keyof DB, O>(reader: Reader, query: Query<DB, TB, O>, max: number | null) {
  const bare = query.clearSelect().select(sql<number>`1`.as('one'));
  const counted = max === null ? bare : bare.limit(sql.lit(max + 1));
  return reader.db.selectFrom(counted.as('counted')).select(sql<number>`count(*)`.as('total'));
}
