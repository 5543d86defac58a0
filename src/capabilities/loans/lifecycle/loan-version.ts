// How long an answer about a loan stays right: until its version is raised, its day ends, or something comes due.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Span, StoredVersion } from '#platform/answers/remembered.ts';
import { gathered } from '#platform/db/gathered.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Versioned } from '#platform/http/endpoint.ts';
import type { LoanRow } from '../loan/tables.ts';
import { startOfDay, todayOf } from '../loan/today.ts';

/** Both ids of a path. */
export type LoanIds = { personId: string; loanId: string };

type ManyIds = { readonly personIds: readonly string[]; readonly loanIds: readonly string[] };

/** The planner cannot see how many there are, so one plan serves any number. */
const versionsOfLoans = prepared((db, placeholder: PlaceholderOf<ManyIds>) =>
  db
    .selectFrom('loans')
    .innerJoin(
      sql<{ of_person: string; of_loan: string }>`unnest(
        (select ${placeholder('personIds')}::text[]), (select ${placeholder('loanIds')}::text[]))`.as<'asked'>(
        sql`asked(of_person, of_loan)`,
      ),
      (join) => join.onRef('person_id', '=', 'asked.of_person').onRef('id', '=', 'asked.of_loan'),
    )
    .select(['person_id', 'id', 'version', 'created_at', 'updated_at']),
);

const storedVersion = ({ version, created_at, updated_at }: Version): StoredVersion => ({
  name: String(version),
  since: updated_at ?? created_at,
});

const versionOfLoan = gathered(async (reader, asked: readonly LoanIds[]) => {
  const [personIds, loanIds] = [asked.map(({ personId }) => personId), asked.map(({ loanId: id }) => id)];
  const found = await reader.rows(versionsOfLoans(reader.db, { personIds, loanIds }));
  const versions = new Map(found.map((row) => [`${row.person_id} ${row.id}`, storedVersion(row)]));
  return asked.map(({ personId, loanId: id }) => versions.get(`${personId} ${id}`));
});

type Version = Pick<LoanRow, 'version' | 'created_at' | 'updated_at'>;

/** The fields that decide how long a loan looks as it does now. */
export type Changing = Version & Pick<LoanRow, 'zone' | 'lease' | 'next_action_at' | 'index_known'>;

export const versionedBy = <T>(changing: (subject: T) => Changing): Versioned<T> => ({
  versionNow: (reader, { personId, loanId }) =>
    versionOfLoan(reader, { personId: personId as string, loanId: loanId as string }),
  versionOf: (subject) => storedVersion(changing(subject)),
  spanOf: (subject, now) => spanOf(changing(subject), now),
});

/** The loan's day, until something is due; none while somebody holds it, or if it follows an index. */
function spanOf({ zone, lease, next_action_at: next, index_known }: Changing, now: Instant): Span | undefined {
  if (lease !== null || index_known !== null) return undefined;
  const today = todayOf({ zone }, now);
  const midnight = startOfDay(today + 1, zone);
  return { from: startOfDay(today, zone), until: next !== null && next < midnight ? next : midnight };
}
