// What whoever changed a loan has said of the notice about it: it lies with the fact of the change, and of a cancellation
// with the loan.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';

interface Change {
  readonly personId: string;
  readonly loanId: string;
  /** When the change was recorded. */
  readonly at: Instant;
}

const saidWithFact = prepared(
  (db, placeholder: PlaceholderOf<{ [K in keyof Change]: Change[K] }>) =>
    db
      .selectFrom('loan_facts')
      .select(sql<boolean | null>`(details->>'sendNotice')::boolean`.as('said'))
      .where('person_id', '=', placeholder('personId'))
      .where('loan_id', '=', placeholder('loanId'))
      .where('recorded_at', '=', placeholder('at'))
      .where(sql<boolean>`details->>'sendNotice' is not null`)
      .orderBy('number', 'desc')
      .limit(1),
  { personId: 'text', loanId: 'text', at: 'timestamptz' },
);

const saidOfCancellation = prepared(
  (db, placeholder: PlaceholderOf<{ personId: string; loanId: string }>) =>
    db
      .selectFrom('loans')
      .select('cancel_notice as said')
      .where('person_id', '=', placeholder('personId'))
      .where('id', '=', placeholder('loanId'))
      .where('status', '=', 'canceled'),
  { personId: 'text', loanId: 'text' },
);

/** Null: nothing was said. */
export async function noticesSaid(reader: Reader, changes: readonly Change[]): Promise<(boolean | null)[]> {
  if (changes.length === 0) return [];
  const found = await reader.together(
    ...changes.flatMap(({ personId, loanId, at }) => [
      saidWithFact(reader.db, { personId, loanId, at }),
      saidOfCancellation(reader.db, { personId, loanId }),
    ]),
  );
  return changes.map((_, i) => found[2 * i]?.[0]?.said ?? found[2 * i + 1]?.[0]?.said ?? null);
}
