// How long an answer about a loan stays right: until its version is raised, its day ends, or something comes due.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Span, StoredVersion } from '#platform/answers/remembered.ts';
import { gathered } from '#platform/db/gathered.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Versioned } from '#platform/http/endpoint.ts';
import type { LoanKeys } from '../loan/named-loans.ts';
import { standingOf } from '../loan/standing.ts';
import type { LoanRow } from '../loan/tables.ts';
import { startOfDay, todayOf } from '../loan/today.ts';

const versionRow = prepared((db, placeholder: PlaceholderOf<LoanKeys>) =>
  db
    .selectFrom('loans')
    .innerJoin('loan_standing', standingOf({ personId: placeholder('personId'), loanId: placeholder('loanId') }))
    .select(['version', 'created_at', 'updated_at'])
    .where('loans.person_id', '=', placeholder('personId'))
    .where('loans.id', '=', placeholder('loanId')),
);

const storedVersion = ({ version, created_at, updated_at }: Version): StoredVersion => ({
  name: String(version),
  since: updated_at ?? created_at,
});

/** A statement for each, in one flight: together they would go to all nodes of a cluster. */
const versionOfLoan = gathered(async (reader, asked: readonly LoanKeys[]) => {
  const found = await reader.together(...asked.map((ids) => versionRow(reader.db, ids)));
  return found.map(([row]) => row && storedVersion(row));
});

type Version = Pick<LoanRow, 'version' | 'created_at' | 'updated_at'>;

/** The fields that decide how long a loan looks as it does now. */
export type Changing = Version &
  Pick<LoanRow, 'zone' | 'lease' | 'next_action_at' | 'index_known'> & {
    /** What is shown with it has no version: a card. */
    readonly hasMore?: boolean;
  };

export const versionedBy = <T>(changing: (subject: T) => Changing): Versioned<T> => ({
  versionNow: (reader, { personId, loanId }) =>
    versionOfLoan(reader, { personId: personId as string, loanId: loanId as string }),
  versionOf: (subject) => storedVersion(changing(subject)),
  spanOf: (subject, now) => spanOf(changing(subject), now),
});

/** The loan's day, until something is due; none while somebody holds it, if it follows an index, or is shown with more. */
function spanOf(changing: Changing, now: Instant): Span | undefined {
  const { zone, lease, next_action_at: next, index_known, hasMore = false } = changing;
  if (lease !== null || index_known !== null || hasMore) return undefined;
  const today = todayOf({ zone }, now);
  const midnight = startOfDay(today + 1, zone);
  return { from: startOfDay(today, zone), until: next !== null && next < midnight ? next : midnight };
}
