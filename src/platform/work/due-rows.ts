// Rows with an instant at which background work must look at them, in a column. From one declaration we know which
// companies have something due, when the next row comes due, and what is overdue: for the day worker, the metrics and
// the doctor (doctor/overdue.ts).
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { type Compilable, sql } from 'kysely';
import type { RealmNow } from '#platform/business-clock.ts';
import type { Builder } from '#platform/db/builder.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { Reader, RealmDatabase } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';

/** An index (company_id, column) has to serve it. */
interface Declared {
  readonly table: keyof Tables & string;
  readonly column: string;
  /** By what a row is named; `id` if not said. */
  readonly id?: string;
  /** The name of a row in sentences: `loan`. */
  readonly subject: string;
}

export interface Span {
  readonly after: Instant | null;
  readonly until: Instant;
}

export interface DueRows extends Declared {
  companiesWithDue(database: RealmDatabase, mode: Mode, realms: readonly RealmNow[]): Promise<string[]>;
  /** Asks for the first instant later than `after`; no row: nothing comes due in the span. */
  next(reader: Pick<Reader, 'db'>, span: Span): Compilable<{ readonly at: Instant }>;
  /** Counts rows that have waited for more than an hour, up to a thousand times the number of companies. */
  countOverdue(database: RealmDatabase, mode: Mode, realms: readonly RealmNow[]): Promise<number>;
}

/** Normally what is due is done within minutes. */
export const overdueAfterSeconds = 3_600;

const countedMax = 1_000;

/** On a cluster so few companies are asked one by one. Of many each has few rows: one statement reads what is due. */
const fewRealms = 8;

export function dueRows(declared: Declared): DueRows {
  // Kysely cannot follow a table name that is a parameter, so we name any table that has a company.
  const table = declared.table as 'outbox';
  const column = declared.column as 'position';
  const at = `realm.at` as 'company_id';
  const dueOf = (realms: readonly RealmNow[], database: RealmDatabase, mode: Mode) =>
    database
      .unscoped(mode)
      .db.selectFrom(nowsOf(realms))
      .innerJoin(table, (join) => join.onRef('company_id', '=', 'realm.of_company').onRef(column, '<=', at));
  return {
    ...declared,
    async companiesWithDue(database, mode, realms) {
      const { db, rows } = database.unscoped(mode);
      if (database.grouping.looksForEach) {
        return (await rows(firstOfEach(declared, db, realms))).map((row) => row.of_company);
      }
      if (realms.length <= fewRealms) {
        const found = await Promise.all(realms.map((realm) => rows(firstOf(declared, db, realm))));
        return realms.filter((_, i) => found[i]?.length).map(({ companyId }) => companyId);
      }
      const due = dueOf(realms, database, mode).select('realm.of_company').distinct();
      return (await rows(due)).map((row) => row.of_company);
    },
    next(reader, { after, until }) {
      let next = reader.db
        .selectFrom(table)
        .select(sql.ref<Instant>(column).as('at'))
        .where(column, '<=', until as never)
        .orderBy(column)
        .limit(1);
      if (after !== null) next = next.where(column, '>', after as never);
      return next;
    },
    async countOverdue(database, mode, realms) {
      const late = realms.map(({ companyId, now }) => ({ companyId, now: addSeconds(now, -overdueAfterSeconds) }));
      const { db, rows } = database.unscoped(mode);
      const some = dueOf(late, database, mode)
        .select(sql<number>`1`.as('one'))
        .limit(countedMax * realms.length);
      const [found] = await rows(db.selectFrom(some.as('overdue')).select((eb) => eb.fn.countAll<number>().as('n')));
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

/** The first that is due, which an index finds however many there are. */
const firstOf = ({ table, column }: Declared, db: Builder, { companyId, now }: RealmNow) =>
  db
    .selectFrom(table as 'outbox')
    .select('company_id')
    .where('company_id', '=', companyId)
    .where(column as 'position', '<=', now as never)
    .orderBy(column as 'position')
    .limit(1);

/** The same for each company, in one statement. */
const firstOfEach = ({ table, column }: Declared, db: Builder, realms: readonly RealmNow[]) =>
  db
    .selectFrom(nowsOf(realms))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom(table as 'outbox')
          .select('company_id')
          .whereRef('company_id', '=', 'realm.of_company')
          .whereRef(column as 'position', '<=', `realm.at` as 'company_id')
          .orderBy(column as 'position')
          .limit(1)
          .as('due'),
      (join) => join.onTrue(),
    )
    .select('realm.of_company');
