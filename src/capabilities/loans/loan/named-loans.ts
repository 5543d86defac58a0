// Many loans by their keys, to be joined loan by loan: for a plain list the planner may choose to read all loans.
import { sql } from 'kysely';

export interface LoanIds {
  readonly person_id: string;
  readonly id: string;
}

export const named = (loans: readonly LoanIds[]) => {
  const [people, ids] = [loans.map((one) => one.person_id), loans.map((one) => one.id)];
  return sql<{ of_person: string; of_loan: string }>`unnest(${people}::text[], ${ids}::text[])`.as<'named'>(
    sql`named(of_person, of_loan)`,
  );
};
