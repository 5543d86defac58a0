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
      .selectFrom('event_commits')
      .select(['subject_id', 'loan_id', 'types', 'causes', 'taken_back'])
      .where('subject_id', '=', oneOf(subjectIds))
      .where('loan_id', '=', oneOf(loanIds))
      .where('causes', 'is not', null),
  );
  return rows.flatMap(({ subject_id: subjectId, loan_id, types, causes, taken_back }) =>
    types.flatMap((type, nth): ToldFact[] => {
      const cause = causes?.[nth] ?? null;
      return cause === null || taken_back?.[nth] !== undefined
        ? []
        : [{ subjectId, loanId: loan_id as string, type, cause }];
    }),
  );
}
