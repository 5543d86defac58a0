// A read of the rows of one person or of many, prepared for both: what is asked before each call is asked for a list of
// calls in as many statements. One person alone is named as one, so that a cluster asks one node.
import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { Builder } from './builder.ts';
import { type PlaceholderOf, prepared } from './prepared.ts';

/** The condition that a column names one of the people. Each table of the query has its own. */
type OneOfThem = (column: string) => RawBuilder<boolean>;

type Build<V extends Values, T> = (db: Builder, isOneOfThem: OneOfThem, placeholder: PlaceholderOf<V>) => Compilable<T>;
type Values = Readonly<Record<string, unknown>>;
type Types<V extends Values> = { readonly [K in keyof V & string]: string };

/** `types`: those of the further values in PostgreSQL. */
export function preparedOfPeople<T, V extends Values = Record<never, never>>(
  build: Build<V, T>,
  types = {} as Types<V>,
): (db: Builder, people: readonly string[], values: V) => Compilable<T> {
  const ofOne = prepared<V & { readonly personId: string }, T>(
    (db, placeholder) =>
      build(db, (column) => sql<boolean>`${sql.ref(column)} = ${placeholder('personId')}`, placeholder),
    { personId: 'text', ...types } as Types<V & { readonly personId: string }>,
  );
  const ofMany = prepared<V & { readonly people: readonly string[] }, T>((db, placeholder) =>
    build(db, (column) => sql<boolean>`${sql.ref(column)} = any(${placeholder('people')}::text[])`, placeholder),
  );
  return (db, people, values) =>
    people.length === 1 ? ofOne(db, { ...values, personId: people[0] as string }) : ofMany(db, { ...values, people });
}
