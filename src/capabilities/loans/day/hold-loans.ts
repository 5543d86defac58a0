// Reads and locks many loans of a realm at once, for work that no request asked for.
import { indexRatesOf } from '#capabilities/products/index.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { type LoanIds, named } from '../loan/named-loans.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { IndexKnown } from '../loan/tables.ts';
import { productOf } from '../products/list.ts';
import { followsIndex, heldLoan, tailAndFacts } from '../timeline/held-loan.ts';

/** Locks the rows of these loans, but not those that somebody else has locked. */
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

/** Reads the loans; the caller has locked their rows. */
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
