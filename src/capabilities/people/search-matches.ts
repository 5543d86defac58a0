// Finds matches among very many people. A word may be frequent or unknown, and the server can only guess which: if it
// reads along the list until a page is full, it reads everybody when nobody matches. So some of the people with each
// token are fetched first, by the indexes of tokens alone. When these are all of them, only they are searched; when
// every word is frequent, reading along the list finds the newest matches soon.
import { type Compilable, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { plannedAfresh } from '#platform/db/statements.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { ListSource } from '#platform/http/pages.ts';
import type { SubjectsFound } from '#platform/subject-search.ts';
import { anyOf, legalAffiliation, type peopleQuery } from './queries.ts';

/** Matches a person who has one of the tokens in any of these places. */
export interface Criterion {
  readonly inPeople?: readonly string[];
  readonly inContacts?: readonly string[];
  readonly inContactValues?: readonly string[];
  /** Where an attorney or another legal representative is reached. */
  readonly inLegalValues?: readonly string[] | undefined;
  readonly inRepresentatives?: readonly string[];
  readonly inIdentities?: readonly string[];
  /** What a later capability has found. */
  readonly elsewhere?: Exclude<SubjectsFound, { problem: string }>;
}

type PeopleQuery = ReturnType<typeof peopleQuery>;

/** At most this many matches are looked through; beyond that a total is a lower bound. */
const matchesMax = 1_000;

interface Matching {
  readonly query: PeopleQuery;
  readonly source: Partial<ListSource>;
}

/** `all` selects the people whom other filters allow; null: nobody can match. */
export async function matching(
  reader: Reader,
  all: PeopleQuery,
  wanted: readonly Criterion[],
  unwanted: readonly Criterion[],
  isFiltered: boolean,
): Promise<Matching | null> {
  const asked = [...inOneGo(reader, wanted), ...unwanted.map((criterion) => armsOf(reader, criterion))];
  const answers = await reader.together(...asked.flat().map(({ some }) => plannedAfresh(some)));
  const fetched = answers.map((rows) => rows.map((row) => row.person_id));
  const found = asked.map((arms) => narrowed(arms, fetched.splice(0, arms.length)));
  const [has, hasNot] = [found.slice(0, found.length - unwanted.length), found.slice(found.length - unwanted.length)];
  if (has.some(({ holds }) => holds === null)) return null;
  let query = all;
  for (const { holds } of has) if (holds !== null) query = query.where(holds);
  for (const { holds } of hasNot) if (holds !== null) query = query.where(sql<boolean>`not ${holds}`);
  const source: Partial<ListSource> = { isSkewed: true, countedMax: matchesMax };
  if (has.some(({ isAll }) => isAll)) return { query, source: { ...source, arrange: gathered(reader) } };
  // A single frequent word: it is known already that there are many matches.
  const isAlone = asked.length === 1 && has.length === 1 && !isFiltered;
  return { query, source: isAlone ? { ...source, atLeast: has[0]?.known ?? 0 } : source };
}

/** A place where tokens are stored: some of the people who have them there, and the condition on a person's row. */
interface Arm {
  readonly some: Compilable<{ person_id: string }>;
  readonly holds: RawBuilder<boolean>;
}

interface Narrowed {
  /** Null: nobody has them here. */
  readonly holds: RawBuilder<boolean> | null;
  /** True when all people who have them here were fetched. */
  readonly isAll: boolean;
  /** The number of people fetched; a person may be counted in several places. */
  readonly known: number;
}

function narrowed(arms: readonly Arm[], fetched: readonly (readonly string[])[]): Narrowed {
  const isMany = (_: unknown, i: number): boolean => (fetched[i] as readonly string[]).length > matchesMax;
  const few = [...new Set(fetched.filter((ids) => ids.length <= matchesMax).flat())];
  const many = arms.filter(isMany).map(({ holds }) => holds);
  const places = few.length === 0 ? many : [anyOf('people.person_id', few), ...many];
  return {
    holds: places.length === 0 ? null : sql<boolean>`(${sql.join(places, sql` or `)})`,
    isAll: many.length === 0,
    known: Math.min(new Set(fetched.flat()).size, matchesMax),
  };
}

/**
 * Tokens that can only be in the person's own row are asked for together: two frequent names may have few people in
 * common.
 */
function inOneGo(reader: Reader, wanted: readonly Criterion[]): Arm[][] {
  const isOwn = (criterion: Criterion): boolean => Object.keys(criterion).every((place) => place === 'inPeople');
  const own = wanted.filter(isOwn).flatMap(({ inPeople = [] }) => [inPeople]);
  const others = wanted.filter((criterion) => !isOwn(criterion)).map((criterion) => armsOf(reader, criterion));
  return own.length === 0 ? others : [[ownArm(reader, own)], ...others];
}

const overlap = (column: string, tokens: readonly string[]) => sql<boolean>`${sql.ref(column)} && ${tokens}::bigint[]`;
const oneOf = (column: string, tokens: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${tokens}::bigint[])`;

const isLegal = sql<boolean>`(${sql.ref('contacts.affiliation')} = ${sql.lit(legalAffiliation)} or ${sql.ref('contacts.legal_representative_id')} is not null)`;

const limit = sql.lit(matchesMax + 1);

function ownArm(reader: Reader, words: readonly (readonly string[])[]): Arm {
  const conditions = words.map((tokens) => overlap('people.search_tokens', tokens));
  let some = reader.db.selectFrom('people').select('person_id');
  for (const condition of conditions) some = some.where(condition);
  return {
    some: someOf(reader, some, words.some(isBroad)),
    holds: sql<boolean>`(${sql.join(conditions, sql` and `)})`,
  };
}

/**
 * When a search has as many tokens as two letters make, the server guesses that a great part of all people has one. It
 * would then read everybody until it has enough, or none: five seconds among 200,000 people, where the index takes 15
 * ms.
 */
const isBroad = (tokens: readonly string[]): boolean => tokens.length > 24;

type IdQuery = SelectQueryBuilder<
  Tables,
  'people' | 'contacts' | 'identities' | 'legal_representatives',
  { person_id: string }
>;

/** Where the words are broad, all are looked up by the index, whatever the server guesses, and some of them are taken. */
const someOf = (reader: Reader, query: IdQuery, areBroad: boolean): Compilable<{ person_id: string }> =>
  areBroad
    ? reader.db
        .with(
          (name) => name('found').materialized(),
          () => query,
        )
        .selectFrom('found')
        .select('person_id')
        .limit(limit)
    : query.limit(limit);

function armsOf(reader: Reader, criterion: Criterion): Arm[] {
  const beside = (
    table: 'contacts' | 'identities' | 'legal_representatives',
    condition: RawBuilder<boolean>,
    areBroad = false,
  ): Arm => ({
    some: someOf(reader, reader.db.selectFrom(table).select('person_id').where(condition) as IdQuery, areBroad),
    holds: sql<boolean>`exists (${reader.db
      .selectFrom(table)
      .select(sql<number>`1`.as('one'))
      .where(sql<boolean>`${sql.ref(`${table}.person_id`)} = ${sql.ref('people.person_id')}`)
      .where(condition)})`,
  });
  const { inPeople, inContacts, inContactValues, inLegalValues, inRepresentatives, inIdentities, elsewhere } =
    criterion;
  return [
    ...(inPeople ? [ownArm(reader, [inPeople])] : []),
    ...(inContacts ? [beside('contacts', overlap('contacts.search_tokens', inContacts), isBroad(inContacts))] : []),
    ...(inContactValues ? [beside('contacts', oneOf('contacts.value_token', inContactValues))] : []),
    ...(inLegalValues
      ? [beside('contacts', sql<boolean>`(${oneOf('contacts.value_token', inLegalValues)} and ${isLegal})`)]
      : []),
    ...(inRepresentatives
      ? [
          beside(
            'legal_representatives',
            overlap('legal_representatives.search_tokens', inRepresentatives),
            isBroad(inRepresentatives),
          ),
        ]
      : []),
    ...(inIdentities ? [beside('identities', oneOf('identities.value_token', inIdentities))] : []),
    ...(elsewhere ? [foundElsewhere(reader, elsewhere)] : []),
  ];
}

function foundElsewhere(reader: Reader, found: NonNullable<Criterion['elsewhere']>): Arm {
  if ('rows' in found) {
    return { some: found.rows.limit(limit), holds: sql<boolean>`${sql.ref('people.person_id')} in (${found.rows})` };
  }
  const holds = anyOf('people.person_id', found.ids);
  return { some: reader.db.selectFrom('people').select('person_id').where(holds).limit(limit), holds };
}

/** All matches are found first and ordered afterwards: the offset keeps the server from reading along the order. */
const gathered =
  (reader: Reader) =>
  <Q>(query: Q, within: <W>(query: W) => W): Q => {
    const all = (query as PeopleQuery).offset(sql.lit(0)).as('people');
    return within(reader.db.selectFrom(all).selectAll('people')) as Q;
  };
