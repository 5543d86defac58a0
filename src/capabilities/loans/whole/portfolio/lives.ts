// What a replay of many loans needs of them, and no more: their terms, and the facts of their whole lives. A statement reads
// the terms of all of them, and one their facts.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { LoanIds } from '../../core/loan/named-loans.ts';
import { itsStanding } from '../../core/loan/standing.ts';
import type { IndexKnown, LoanRow } from '../../core/loan/tables.ts';
import { indexFacts } from '../../core/timeline/index-facts.ts';
import { factOf, storedFacts } from '../../core/timeline/stored-facts.ts';

export interface Living extends LoanIds, Pick<LoanRow, 'loan_type_id' | 'at_origination'> {
  /** Null: it does not follow an index. */
  readonly index_known: IndexKnown | null;
}

export interface Life {
  readonly terms: LoanRow['terms'];
  readonly hasBooks: boolean;
  readonly facts: readonly Fact[];
}

type People = { readonly people: readonly string[] };

const oneOfPeople = (placeholder: PlaceholderOf<People>) => sql<string>`any(${placeholder('people')}::text[])`;

const readTerms = prepared((db, placeholder: PlaceholderOf<People>) =>
  db
    .selectFrom('loans')
    .innerJoin('loan_standing', itsStanding)
    .select(['loans.id', 'loans.terms'])
    .select((eb) => sql<boolean>`${eb.ref('loan_standing.state')} is not null`.as('has_books'))
    .where('loans.person_id', '=', oneOfPeople(placeholder)),
);

const readFacts = prepared((db, placeholder: PlaceholderOf<People>) =>
  db
    .selectFrom('loan_facts')
    .select(['loan_id', storedFacts.as('facts')])
    .where('person_id', '=', oneOfPeople(placeholder))
    .groupBy('loan_id'),
);

/** By the ids of the loans; others of the same people too. `indexOf`: the index of a loan type. */
export async function livesOf(
  reader: Reader,
  loans: readonly Living[],
  indexOf: (loanTypeId: string) => Promise<IndexKnown>,
): Promise<ReadonlyMap<string, Life>> {
  const people = [...new Set(loans.map(({ person_id }) => person_id))];
  const [terms, facts] = await reader.together(readTerms(reader.db, { people }), readFacts(reader.db, { people }));
  const factsOf = new Map(facts.map((one) => [one.loan_id, one.facts]));
  const termsOf = new Map(terms.map((one) => [one.id, one]));
  const lives = new Map<string, Life>();
  for (const { id, loan_type_id, index_known } of loans) {
    const own = termsOf.get(id);
    if (own === undefined) throw new Error(`The loan ${id} is not there any more.`);
    const index = index_known === null ? [] : await indexOf(loan_type_id);
    const known = (factsOf.get(id) ?? []).map(factOf);
    lives.set(id, { terms: own.terms, hasBooks: own.has_books, facts: [...indexFacts(index), ...known] });
  }
  return lives;
}
