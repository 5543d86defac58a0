// Which loans are due, and the check that none was left behind: it looks at every loan, not only at those that are due.
import { type CivilDate, dayNumberOf } from '@tenor/engine/values/civil-date.ts';
import { addSeconds, dateInUtc, type Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { RealmNow } from '#platform/business-clock.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { LeftBehind } from '#platform/work/day/daily-step.ts';
import { itsStanding } from '../loan/standing.ts';

const shownMax = 20;

/** One day because somewhere it is already the next day, and one more for safety. */
const slackDays = 2;
const slackSeconds = 3_600;
const stretch = 5_000;

/**
 * Looks at every loan once, at its books and not only at its next action: an active loan whose next due date has passed
 * was left behind, whatever its row says of when it is due.
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
      .innerJoin('loan_standing', itsStanding)
      .select(['loans.person_id', 'loans.id', 'loans.company_id', 'status', 'next_action_at', 'turns_on'])
      .orderBy('loans.person_id')
      .orderBy('loans.id')
      .limit(stretch);
    if (after !== undefined)
      next = next.where(sql<boolean>`(loans.person_id, loans.id) > (${after.person_id}, ${after.id})`);
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

interface Looked {
  readonly status: string;
  readonly next_action_at: Instant | null;
  readonly turns_on: CivilDate | null;
}

function isBehind({ status, next_action_at: at, turns_on: due }: Looked, now: Instant): boolean {
  if (at !== null && at <= addSeconds(now, -slackSeconds)) return true;
  return status === 'active' && due !== null && dayNumberOf(due) < dayNumberOf(dateInUtc(now)) - slackDays;
}
