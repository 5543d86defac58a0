// The loans of a person that have not ended: something is owed, or may still be.
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import type { LoanStatus } from '../loan/statuses.ts';
import { concernsPerson } from './list-loans.ts';

const over: readonly LoanStatus[] = ['paidOff', 'declined', 'canceled'];

/** Their ids, also of loans that have the person as an additional borrower. */
export async function openLoansOf(reader: Reader, personId: string): Promise<string[]> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('loans')
      .select('id')
      .where(concernsPerson(personId))
      .where('is_closed', '=', false)
      .where('status', 'not in', over)
      .orderBy('position'),
  );
  return rows.map(({ id }) => id);
}

/** The person's own ones say by which type each was made; loans of others are left out. */
export async function ownOpenLoans(
  reader: Reader,
  personId: string,
): Promise<{ readonly id: string; readonly loanTypeId: string }[]> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('loans')
      .select(['id', 'loan_type_id'])
      .where('person_id', '=', personId)
      .where('is_closed', '=', false)
      .where('status', 'not in', over)
      .orderBy('position'),
  );
  return rows.map(({ id, loan_type_id: loanTypeId }) => ({ id, loanTypeId }));
}

/** Which of these people have a loan of their own that is open and was made by one of the types. */
export async function ownersOfOpenLoans(
  reader: Reader,
  personIds: readonly string[],
  loanTypeIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (personIds.length === 0) return new Set();
  const rows = await reader.rows(
    reader.db
      .selectFrom('loans')
      .select('person_id')
      .where('person_id', '=', sql<string>`any(${personIds}::text[])`)
      .where('loan_type_id', '=', sql<string>`any(${loanTypeIds}::text[])`)
      .where('is_closed', '=', false)
      .where('status', 'not in', over),
  );
  return new Set(rows.map(({ person_id }) => person_id));
}
