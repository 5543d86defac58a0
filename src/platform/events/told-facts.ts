// The events of loans with a cause that were not taken back, for checks that compare them with a replay.
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';

interface ToldFact {
  readonly subjectId: string;
  readonly loanId: string;
  readonly type: string;
  readonly cause: string;
}

const oneOf = (ids: readonly string[]) => sql<string>`any(${ids}::text[])`;

/** The facts of these subjects and loans, without those that were taken back. */
export async function toldFacts(
  reader: Reader,
  subjectIds: readonly string[],
  loanIds: readonly string[],
): Promise<ToldFact[]> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('events')
      .select(['subject_id as subjectId', 'loan_id as loanId', 'event_type as type', 'cause'])
      .where('subject_id', '=', oneOf(subjectIds))
      .where('loan_id', '=', oneOf(loanIds))
      .where('cause', 'is not', null)
      .where('deleted_at', 'is', null),
  );
  return rows as ToldFact[];
}
