// How many notices of what is overdue the service itself has sent to a borrower.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';

/** What was reported by others is no proof that it was sent: it has no message. */
const sentSince = prepared(
  (db, placeholder: PlaceholderOf<{ personId: string; since: Instant }>) =>
    db
      .selectFrom('interactions')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('person_id', '=', placeholder('personId'))
      .where('started_at', '>=', placeholder('since'))
      .where('direction', '=', 'outbound')
      .where('status', '=', 'succeeded')
      .where('message_id', 'is not', null)
      .where(sql<boolean>`starts_with(subject, 'loanOverdue')`),
  { personId: 'text', since: 'timestamptz' },
);

export async function overdueNoticesSent(reader: Reader, personId: string, since: Instant): Promise<number> {
  return (await reader.row(sentSince(reader.db, { personId, since })))?.count ?? 0;
}
