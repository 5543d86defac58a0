// A criterion of a search that a later capability answers: people are searched for by their loans, which the search
// must not import. Its capability says who has what is asked for, by the name of the search's parameter.
import type { Compilable, Expression, RawBuilder } from 'kysely';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';

export interface SubjectSearch {
  /** Whoever finds a person by a thing learns whose it is, so it takes the permission to see such things. */
  readonly permission: string;
  find(reader: Reader, text: string, vault: Vault): Promise<SubjectsFound>;
}

/** The ids of the people; the rows that lie with them, where they may be very many; or what is wrong with the text. */
export type SubjectsFound =
  | { readonly ids: readonly string[] }
  | { readonly rows: SubjectRows }
  | { readonly problem: string; readonly expected: string };

/** A query for the ids of people. */
interface SubjectRows extends Expression<{ person_id: string }>, Compilable<{ person_id: string }> {
  limit(count: RawBuilder<number>): Compilable<{ person_id: string }>;
}

export type SubjectSearches = Readonly<Record<string, SubjectSearch>>;
