// Reads and locks many loans of a realm at once, for work that no request asked for.
import { indexRatesOf } from '#capabilities/products/index.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { LoanIds } from '../loan/named-loans.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { IndexKnown } from '../loan/tables.ts';
import { productOf } from '../products/list.ts';
import { followsIndex, heldLoan, tailAndFacts } from '../timeline/held-loan.ts';

type Keys = { readonly personId: string; readonly loanId: string };

const freeLoan = prepared((db, placeholder: PlaceholderOf<Keys>) =>
  db
    .selectFrom('loans')
    .select(['person_id', 'id'])
    .where('person_id', '=', placeholder('personId'))
    .where('id', '=', placeholder('loanId'))
    .forNoKeyUpdate()
    .skipLocked(),
);

/** Locks the rows of these loans, but not those that somebody else has locked. */
export const lockLoans = async (tx: Tx, loans: readonly LoanIds[]): Promise<LoanIds[]> =>
  (
    await tx.together(...loans.map(({ person_id: personId, id: loanId }) => freeLoan(tx.db, { personId, loanId })))
  ).flat();

const wholeLoan = prepared((db, placeholder: PlaceholderOf<Keys>) =>
  db
    .selectFrom('loans')
    .selectAll('loans')
    .select(tailAndFacts({ personId: placeholder('personId'), loanId: placeholder('loanId') }))
    .where('loans.person_id', '=', placeholder('personId'))
    .where('loans.id', '=', placeholder('loanId')),
);

/** Reads the loans; the caller has locked their rows. */
export async function holdLoans(reader: Reader, loans: readonly LoanIds[]): Promise<HeldLoan[]> {
  const found = (
    await reader.together(
      ...loans.map(({ person_id: personId, id: loanId }) => wholeLoan(reader.db, { personId, loanId })),
    )
  ).flat();
  const following = found.filter(followsIndex).map((row) => row.loan_type_id);
  const indexes = new Map<string, IndexKnown>();
  for (const typeId of new Set(following)) indexes.set(typeId, await indexRatesOf(reader, typeId));
  return found.map((whole) =>
    heldLoan(productOf(whole), whole, followsIndex(whole) ? (indexes.get(whole.loan_type_id) ?? []) : []),
  );
}
