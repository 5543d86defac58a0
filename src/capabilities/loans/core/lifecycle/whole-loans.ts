// Many loans with the facts of their whole lives: a statement for each, all in one flight. Whoever replays them to a day of
// the past needs no more, and the state of today least of all: to unpack it takes as long as to replay two years.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { indexRatesOf } from '#capabilities/products/index.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { eachLoan, type LoanIds, type LoanKeys, loanKeyTypes } from '../loan/named-loans.ts';
import { standingOf } from '../loan/standing.ts';
import type { IndexKnown, LoanRow } from '../loan/tables.ts';
import { indexFacts } from '../timeline/index-facts.ts';
import { factOf, storedFacts } from '../timeline/stored-facts.ts';

/** What agreements say, and by what loans are known. What the books have become today is left where it lies. */
const columns = [
  'loans.person_id',
  'loans.id',
  'loans.company_id',
  'loans.external_id',
  'loans.loan_type_id',
  'loans.status',
  'loans.defaulted_at_boarding',
  'loans.at_origination',
  'loans.additional_people',
  'loans.terms',
  'loans.zone',
  'loans.index_known',
  'loan_standing.started_on',
] as const;

type Named<C> = C extends `${string}.${infer Column}` ? Column : never;

export type RowOfWhole = Pick<LoanRow, Named<(typeof columns)[number]>>;

export interface WholeLoan {
  readonly row: RowOfWhole;
  /** The facts of its whole life. */
  readonly facts: readonly Fact[];
}

const wholeLoan = prepared(
  (db, placeholder: PlaceholderOf<LoanKeys>) =>
    db
      .selectFrom('loans')
      .innerJoin('loan_standing', standingOf({ personId: placeholder('personId'), loanId: placeholder('loanId') }))
      .select(columns)
      .select(({ selectFrom }) =>
        selectFrom('loan_facts')
          .select(storedFacts.as('facts'))
          .where('loan_facts.person_id', '=', placeholder('personId'))
          .where('loan_facts.loan_id', '=', placeholder('loanId'))
          .as('facts'),
      )
      .where('loans.person_id', '=', placeholder('personId'))
      .where('loans.id', '=', placeholder('loanId')),
  loanKeyTypes,
);

/** The loans with all their facts, in their order; a statement more for each index that they follow. */
export async function wholeLoans(reader: Reader, loans: readonly LoanIds[]): Promise<WholeLoan[]> {
  const found = await eachLoan(reader, loans, (keys) => wholeLoan(reader.db, keys));
  const following = new Set(found.filter(({ index_known }) => index_known !== null).map((row) => row.loan_type_id));
  const indexes = new Map<string, IndexKnown>();
  for (const typeId of following) indexes.set(typeId, await indexRatesOf(reader, typeId));
  return found.map(({ facts, ...row }) => {
    const index = row.index_known === null ? [] : (indexes.get(row.loan_type_id) ?? []);
    return { row, facts: [...indexFacts(index), ...(facts ?? []).map(factOf)] };
  });
}
