// Rows with an instant at which background work must look at them, in a column. From one declaration we know which
// companies have something due, when the next row comes due, and what is overdue: for the day worker, the metrics and
// the doctor (doctor/overdue.ts).
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { RealmNow } from '#platform/business-clock.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { Reader, RealmDatabase } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';

/** An index (company_id, column) has to serve it. */
interface Declared {
  readonly table: keyof Tables & string;
  readonly column: string;
  /** The name of a row in sentences: `loan`. */
  readonly subject: string;
}

export interface DueRows extends Declared {
  /** One look into the index for each company, however many rows it has. */
  companiesWithDue(database: RealmDatabase, mode: Mode, realms: readonly RealmNow[]): Promise<string[]>;
  /** The first instant later than `after`; null if nothing comes due in the span. */
  nextAt(reader: Reader, span: { after: Instant | null; until: Instant }): Promise<Instant | null>;
  /** Counts rows that have waited for more than an hour, up to a thousand for each company. */
  countOverdue(database: RealmDatabase, mode: Mode, realms: readonly RealmNow[]): Promise<number>;
}

/** Normally what is due is done within minutes. */
export const overdueAfterSeconds = 3_600;

const countedMax = 1_000;

export function dueRows(declared: Declared): DueRows {
  // Kysely cannot follow a table name that is a parameter, so we name any table that has a company.
  const table = declared.table as 'outbox';
  const column = declared.column as 'position';
  const at = `realm.at` as 'company_id';
  const dueOf = (realms: readonly RealmNow[], database: RealmDatabase, mode: Mode, limit: number) =>
    database
      .unscoped(mode)
      .db.selectFrom(nowsOf(realms))
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom(table)
            .select('company_id')
            .whereRef('company_id', '=', 'realm.of_company')
            .whereRef(column, '<=', at)
            .orderBy(column)
            .limit(limit)
            .as('due'),
        (join) => join.onTrue(),
      );
  return {
    ...declared,
    async companiesWithDue(database, mode, realms) {
      const due = dueOf(realms, database, mode, 1).select('realm.of_company');
      return (await database.unscoped(mode).rows(due)).map((row) => row.of_company);
    },
    async nextAt(reader, { after, until }) {
      let next = reader.db
        .selectFrom(table)
        .select(sql.ref<Instant>(column).as('at'))
        .where(column, '<=', until as never)
        .orderBy(column)
        .limit(1);
      if (after !== null) next = next.where(column, '>', after as never);
      return (await reader.row(next))?.at ?? null;
    },
    async countOverdue(database, mode, realms) {
      const late = realms.map(({ companyId, now }) => ({ companyId, now: addSeconds(now, -overdueAfterSeconds) }));
      const counting = dueOf(late, database, mode, countedMax).select((eb) => eb.fn.countAll<number>().as('n'));
      const [found] = await database.unscoped(mode).rows(counting);
      return found?.n ?? 0;
    },
  };
}

/** Each company with its own business time. */
const nowsOf = (realms: readonly RealmNow[]) => {
  const [companies, nows] = [realms.map(({ companyId }) => companyId), realms.map(({ now }) => now)];
  return sql<{ of_company: string; at: Instant }>`unnest(${companies}::text[], ${nows}::timestamptz[])`.as<'realm'>(
    sql`realm(of_company, at)`,
  );
};
