// What a replay of many loans needs of them, and no more: their terms, and the facts of their whole lives. A statement reads
// the terms of all of them, and one their facts.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { sql } from 'kysely';
import { indexRatesOf } from '#capabilities/products/index.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { LoanIds } from '../../core/loan/named-loans.ts';
import { itsStanding } from '../../core/loan/standing.ts';
import type { IndexKnown, LoanRow } from '../../core/loan/tables.ts';
import { indexFacts } from '../../core/timeline/index-facts.ts';
import { factOf, storedFacts } from '../../core/timeline/stored-facts.ts';

export interface Living extends LoanIds, Pick<LoanRow, 'loan_type_id'> {
  /** The product that its agreement names. */
  readonly product_kind: string | null;
  /** Null: it does not follow an index. */
  readonly index_known: IndexKnown | null;
}

export interface Life {
  readonly terms: LoanRow['terms'];
  readonly hasBooks: boolean;
  readonly facts: readonly Fact[];
}

type Named = { readonly people: readonly string[]; readonly loans: readonly string[] };

const oneIn = (name: keyof Named, placeholder: PlaceholderOf<Named>) => sql<string>`any(${placeholder(name)}::text[])`;

const readTerms = prepared((db, placeholder: PlaceholderOf<Named>) =>
  db
    .selectFrom('loans')
    .innerJoin('loan_standing', itsStanding)
    .select(['loans.id', 'loans.terms'])
    .select((eb) => sql<boolean>`${eb.ref('loan_standing.state')} is not null`.as('has_books'))
    .where('loans.person_id', '=', oneIn('people', placeholder))
    .where('loans.id', '=', oneIn('loans', placeholder)),
);

const readFacts = prepared((db, placeholder: PlaceholderOf<Named>) =>
  db
    .selectFrom('loan_facts')
    .select(['loan_id', storedFacts.as('facts')])
    .where('person_id', '=', oneIn('people', placeholder))
    .where('loan_id', '=', oneIn('loans', placeholder))
    .groupBy('loan_id'),
);

/** The index of each loan type, read once. */
export class Indexes {
  readonly #reader: Reader;
  readonly #known = new Map<string, IndexKnown>();
  constructor(reader: Reader) {
    this.#reader = reader;
  }

  async of(loanTypeId: string): Promise<IndexKnown> {
    const known = this.#known.get(loanTypeId) ?? (await indexRatesOf(this.#reader, loanTypeId));
    this.#known.set(loanTypeId, known);
    return known;
  }
}

/** By the ids of the loans. */
export async function livesOf(
  reader: Reader,
  loans: readonly Living[],
  indexes: Indexes,
): Promise<ReadonlyMap<string, Life>> {
  const named = { people: [...new Set(loans.map(({ person_id }) => person_id))], loans: loans.map(({ id }) => id) };
  const [terms, facts] = await reader.together(readTerms(reader.db, named), readFacts(reader.db, named));
  const factsOf = new Map(facts.map((one) => [one.loan_id, one.facts]));
  const termsOf = new Map(terms.map((one) => [one.id, one]));
  const lives = new Map<string, Life>();
  for (const { id, loan_type_id, index_known } of loans) {
    const own = termsOf.get(id);
    if (own === undefined) throw new Error(`The loan ${id} is not there any more.`);
    const index = index_known === null ? [] : await indexes.of(loan_type_id);
    const known = (factsOf.get(id) ?? []).map(factOf);
    lives.set(id, { terms: own.terms, hasBooks: own.has_books, facts: [...indexFacts(index), ...known] });
  }
  return lives;
}
