// Reads and locks many loans of a realm at once, for work that no request asked for.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { indexRatesOf } from '#capabilities/products/index.ts';
import type { Builder } from '#platform/db/builder.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { eachLoan, type LoanIds, type LoanKeys, loanKeyTypes } from '../loan/named-loans.ts';
import type { HeldLoan } from '../loan/product.ts';
import { asLoan, standingOf, wholeColumns } from '../loan/standing.ts';
import type { IndexKnown } from '../loan/tables.ts';
import { productOf } from '../products/list.ts';
import { followsIndex, heldLoan, tailBeside } from '../timeline/held-loan.ts';

const oneLoan = (db: Builder, placeholder: PlaceholderOf<LoanKeys>) =>
  db
    .selectFrom('loan_standing')
    .select(['person_id', 'loan_id as id'])
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId'))
    .forNoKeyUpdate();

const freeLoan = prepared(
  (db, placeholder: PlaceholderOf<LoanKeys>) => oneLoan(db, placeholder).skipLocked(),
  loanKeyTypes,
);

type Due = LoanKeys & { readonly now: Instant };
const dueTypes = { ...loanKeyTypes, now: 'timestamptz' } as const;
const dueLoan = prepared(
  (db, placeholder: PlaceholderOf<Due>) => oneLoan(db, placeholder).where('next_action_at', '<=', placeholder('now')),
  dueTypes,
);
const freeDueLoan = prepared(
  (db, placeholder: PlaceholderOf<Due>) =>
    oneLoan(db, placeholder).where('next_action_at', '<=', placeholder('now')).skipLocked(),
  dueTypes,
);

/** Locks the rows of these loans, but not those that somebody else has locked. */
export const lockLoans = (tx: Tx, loans: readonly LoanIds[]): Promise<LoanIds[]> =>
  eachLoan(tx, loans, (keys) => freeLoan(tx.db, keys));

/** The same for those that are due still. With `waits` it waits for locked rows instead. */
export const lockDue = (tx: Tx, now: Instant, waits: boolean, loans: readonly LoanIds[]): Promise<LoanIds[]> =>
  eachLoan(tx, loans, (keys) => (waits ? dueLoan : freeDueLoan)(tx.db, { ...keys, now }));

const wholeLoan = prepared((db, placeholder: PlaceholderOf<LoanKeys>) => {
  const keys = { personId: placeholder('personId'), loanId: placeholder('loanId') };
  return db
    .selectFrom('loans')
    .innerJoin('loan_standing', standingOf(keys))
    .select(wholeColumns)
    .select(tailBeside(keys))
    .where('loans.person_id', '=', keys.personId)
    .where('loans.id', '=', keys.loanId);
}, loanKeyTypes);

/** Reads the loans; the caller has locked their rows. */
export async function holdLoans(reader: Reader, loans: readonly LoanIds[]): Promise<HeldLoan[]> {
  const found = (await eachLoan(reader, loans, (keys) => wholeLoan(reader.db, keys))).map(asLoan);
  const following = found.filter((row) => followsIndex(productOf(row), row)).map((row) => row.loan_type_id);
  const indexes = new Map<string, IndexKnown>();
  for (const typeId of new Set(following)) indexes.set(typeId, await indexRatesOf(reader, typeId));
  return found.map((whole) =>
    heldLoan(
      productOf(whole),
      whole,
      followsIndex(productOf(whole), whole) ? (indexes.get(whole.loan_type_id) ?? []) : [],
    ),
  );
}
