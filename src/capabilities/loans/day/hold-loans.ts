// Many loans of a realm at once, for work that no request asked for.
import { sql } from 'kysely';
import { indexRatesOf } from '#capabilities/products/index.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { IndexKnown } from '../loan/tables.ts';
import { productOf } from '../products/list.ts';
import { followsIndex, heldLoan, tailAndFacts } from '../timeline/held-loan.ts';

export interface LoanIds {
  readonly person_id: string;
  readonly id: string;
}

/** Joined one by one, each found by its key: of a plain list the planner may think that reading all loans is cheaper. */
const named = (loans: readonly LoanIds[]) => {
  const [people, ids] = [loans.map((one) => one.person_id), loans.map((one) => one.id)];
  return sql<{ of_person: string; of_loan: string }>`unnest(${people}::text[], ${ids}::text[])`.as<'named'>(
    sql`named(of_person, of_loan)`,
  );
};

/** Holds the rows of those that nobody else holds. */
export const lockLoans = (tx: Tx, loans: readonly LoanIds[]): Promise<LoanIds[]> =>
  tx.rows(
    tx.db
      .selectFrom(named(loans))
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('loans')
            .select(['person_id', 'id'])
            .whereRef('person_id', '=', 'named.of_person')
            .whereRef('id', '=', 'named.of_loan')
            .limit(1)
            .forNoKeyUpdate()
            .skipLocked()
            .as('locked'),
        (join) => join.onTrue(),
      )
      .select(['locked.person_id', 'locked.id']),
  );

/** As they are once somebody holds their rows. */
export async function holdLoans(reader: Reader, loans: readonly LoanIds[]): Promise<HeldLoan[]> {
  const found = await reader.rows(
    reader.db
      .selectFrom(named(loans))
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('loans')
            .selectAll('loans')
            .select(tailAndFacts)
            .whereRef('loans.person_id', '=', 'named.of_person')
            .whereRef('loans.id', '=', 'named.of_loan')
            .limit(1)
            .as('whole'),
        (join) => join.onTrue(),
      )
      .selectAll('whole'),
  );
  const following = found.filter(followsIndex).map((row) => row.loan_type_id);
  const indexes = new Map<string, IndexKnown>();
  for (const typeId of new Set(following)) indexes.set(typeId, await indexRatesOf(reader, typeId));
  return found.map((whole) =>
    heldLoan(productOf(whole), whole, followsIndex(whole) ? (indexes.get(whole.loan_type_id) ?? []) : []),
  );
}
