// Many loans by their keys: a statement for each, all in one flight. A cluster reads and locks the rows of one person at a
// time, and for a list of loans the planner of one server may choose to read all there are.
import { type Compilable, sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';

export interface LoanIds {
  readonly person_id: string;
  readonly id: string;
}

/** The same, as a path names them. */
export type LoanKeys = { readonly personId: string; readonly loanId: string };

/** In the order of the loans, without those that are not there. */
export const keysOf = ({ person_id: personId, id: loanId }: LoanIds): LoanKeys => ({ personId, loanId });

/** The types of `LoanKeys` in PostgreSQL. */
export const loanKeyTypes = { personId: 'text', loanId: 'text' } as const;

export async function eachLoan<T>(
  reader: Reader,
  loans: readonly LoanIds[],
  query: (keys: LoanKeys) => Compilable<T>,
): Promise<T[]> {
  const found = await reader.together(
    ...loans.map(({ person_id: personId, id: loanId }) => query({ personId, loanId })),
  );
  return found.flat() as T[];
}

/** These people's loans with these ids. */
export interface OfLoans {
  readonly people: readonly string[];
  readonly loans: readonly string[];
}

export const oneOf = (ids: readonly string[]) => sql<string>`any(${ids}::text[])`;
