// Due loans over all companies of a mode, each by its own now. One probe of an index for a company, whatever it has.
import { dayNumberOf } from '@tenor/engine/values/civil-date.ts';
import { addSeconds, dateInUtc, type Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { RealmNow } from '#platform/business-clock.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { LeftBehind } from '#platform/work/day/daily-step.ts';

const nowsOf = (realms: readonly RealmNow[]) => {
  const [companies, nows] = [realms.map(({ companyId }) => companyId), realms.map(({ now }) => now)];
  return sql<{ of_company: string; at: Instant }>`unnest(${companies}::text[], ${nows}::timestamptz[])`.as<'realm'>(
    sql`realm(of_company, at)`,
  );
};

export async function companiesWithDueLoans(
  database: RealmDatabase,
  mode: Mode,
  realms: readonly RealmNow[],
): Promise<string[]> {
  const { db, rows } = database.unscoped(mode);
  const due = db
    .selectFrom(nowsOf(realms))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('loans')
          .select('id')
          .whereRef('company_id', '=', 'realm.of_company')
          .whereRef('next_action_at', '<=', 'realm.at')
          .orderBy('next_action_at')
          .limit(1)
          .as('first'),
      (join) => join.onTrue(),
    )
    .select('realm.of_company');
  return (await rows(due)).map((row) => row.of_company);
}

/** What is due is done within minutes. */
const slackSeconds = 3_600;
const shownMax = 20;

/** Those that have waited for more than an hour, up to a thousand of a company. */
export async function countOverdueLoans(
  database: RealmDatabase,
  mode: Mode,
  realms: readonly RealmNow[],
): Promise<number> {
  const { db, rows } = database.unscoped(mode);
  const late = realms.map(({ companyId, now }) => ({ companyId, now: addSeconds(now, -slackSeconds) }));
  const [found] = await rows(
    db
      .selectFrom(nowsOf(late))
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('loans')
            .select('id')
            .whereRef('company_id', '=', 'realm.of_company')
            .whereRef('next_action_at', '<=', 'realm.at')
            .limit(1_000)
            .as('late'),
        (join) => join.onTrue(),
      )
      .select((eb) => eb.fn.countAll<number>().as('n')),
  );
  return found?.n ?? 0;
}

/** A day on which it is the next day somewhere, and one for the slack. */
const slackDays = 2;
const stretch = 5_000;

/**
 * Looks at every loan once, by what its books say and not by its next action alone: an active loan whose next due date
 * has passed was left behind, whatever its row says of when it is due.
 */
export async function loansLeftBehind(
  database: RealmDatabase,
  mode: Mode,
  realms: readonly RealmNow[],
): Promise<LeftBehind> {
  const { db, rows } = database.unscoped(mode);
  const nows = new Map(realms.map(({ companyId, now }) => [companyId, now]));
  const behind: string[] = [];
  let count = 0;
  for (let after: { person_id: string; id: string } | undefined; ; ) {
    let next = db
      .selectFrom('loans')
      .select(['person_id', 'id', 'company_id', 'status', 'next_action_at', nextDueDay.as('next_due_day')])
      .orderBy('person_id')
      .orderBy('id')
      .limit(stretch);
    if (after !== undefined) next = next.where(sql<boolean>`(person_id, id) > (${after.person_id}, ${after.id})`);
    const found = await rows(next);
    for (const one of found) {
      const now = nows.get(one.company_id);
      if (now === undefined || !isBehind(one, now)) continue;
      count += 1;
      if (behind.length < shownMax) behind.push(one.id);
    }
    if (found.length < stretch) return { count, ids: behind };
    after = found.at(-1);
  }
}

const nextDueDay = sql<number | null>`(state->'position'->'dueDates'->>((state->'position'->>'next')::int))::int`;

interface Looked {
  readonly status: string;
  readonly next_action_at: Instant | null;
  readonly next_due_day: number | null;
}

function isBehind({ status, next_action_at: at, next_due_day: due }: Looked, now: Instant): boolean {
  if (at !== null && at <= addSeconds(now, -slackSeconds)) return true;
  return status === 'active' && due !== null && due < dayNumberOf(dateInUtc(now)) - slackDays;
}
