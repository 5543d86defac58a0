// Rows to which something happens by itself: a column says when next. Declared once, it says which companies have
// something due, when something comes due next, and what should have happened long ago: for the worker that lets the days
// pass, for the metrics and for the doctor (doctor/overdue.ts).
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
  /** What a row is, in sentences: `loan`. */
  readonly subject: string;
}

export interface DueRows extends Declared {
  /** One probe of the index for a company, whatever it has. */
  companiesWithDue(database: RealmDatabase, mode: Mode, realms: readonly RealmNow[]): Promise<string[]>;
  /** Later than `after`; null: nothing until then. */
  nextAt(reader: Reader, span: { after: Instant | null; until: Instant }): Promise<Instant | null>;
  /** Those that have waited for more than an hour, up to a thousand of a company. */
  countOverdue(database: RealmDatabase, mode: Mode, realms: readonly RealmNow[]): Promise<number>;
}

/** What is due is done within minutes. */
export const overdueAfterSeconds = 3_600;

const countedMax = 1_000;

export function dueRows(declared: Declared): DueRows {
  // Kysely cannot follow a name that is a parameter: the table stands for any that has a company.
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

/** Each company by its own now. */
const nowsOf = (realms: readonly RealmNow[]) => {
  const [companies, nows] = [realms.map(({ companyId }) => companyId), realms.map(({ now }) => now)];
  return sql<{ of_company: string; at: Instant }>`unnest(${companies}::text[], ${nows}::timestamptz[])`.as<'realm'>(
    sql`realm(of_company, at)`,
  );
};
