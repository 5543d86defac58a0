// How a person is known again, so that the answer about one who has not changed need not be made anew. Many commands
// write a person, the identities and the user, and one that forgot to raise a column would let a wrong answer stand. So
// the version is made of what PostgreSQL itself writes into each row that it stores: the transaction that wrote it (`xmin`).
import { hash } from 'node:crypto';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { usersBeside } from '#capabilities/users/index.ts';
import { always, type StoredVersion } from '#platform/answers/remembered.ts';
import { gathered } from '#platform/db/gathered.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Versioned } from '#platform/http/endpoint.ts';
import type { PersonRow } from './tables.ts';

/** One row for each identity that is shown with a person, or a single one without; the user is the same in all. */
export interface VersionRow {
  readonly person_version: string;
  readonly created_at: Instant;
  readonly updated_at: Instant | null;
  readonly identity_id: string | null;
  readonly identity_version: string | null;
  readonly identity_created_at: Instant | null;
  readonly identity_updated_at: Instant | null;
  readonly user_id: string | null;
  readonly user_version: string | null;
  readonly user_created_at: Instant | null;
  readonly user_updated_at: Instant | null;
}

const writtenBy = (table: 'people' | 'identities' | 'users') => sql<string>`${sql.ref(`${table}.xmin`)}::text`;

/** For a query of people joined with their identities and their user, who is written with each change of the roles. */
export const writers = [
  writtenBy('people').as('person_version'),
  writtenBy('identities').as('identity_version'),
  writtenBy('users').as('user_version'),
] as const;

/**
 * An identity has its time in the name: a database that was restored may give the same number to another transaction,
 * but hardly at the same time.
 */
export function versionOfRows(rows: readonly VersionRow[]): StoredVersion {
  const [person] = rows as readonly [VersionRow];
  const identities = rows.map((row) =>
    [row.identity_id, row.identity_version, row.identity_updated_at ?? row.identity_created_at].join(' '),
  );
  const user = [person.user_id, person.user_version, person.user_updated_at ?? person.user_created_at].join(' ');
  const name = hash('sha256', [person.person_version, user, ...identities.sort()].join('\n')).slice(0, 16);
  return { name, since: person.updated_at ?? person.created_at };
}

const versionOfOne = prepared((db, placeholder: PlaceholderOf<{ readonly id: string }>) =>
  db
    .selectFrom('people')
    .leftJoin('identities', (join) =>
      join.on('identities.person_id', '=', placeholder('id')).on('identities.is_archived', '=', false),
    )
    .leftJoin(usersBeside, (join) =>
      join.on('users.person_id', '=', placeholder('id')).on('users.deleted_at', 'is', null),
    )
    .select(['people.person_id', 'people.created_at', 'people.updated_at'])
    .select(['users.id as user_id', 'users.created_at as user_created_at', 'users.updated_at as user_updated_at'])
    .select([
      'identities.id as identity_id',
      'identities.created_at as identity_created_at',
      'identities.updated_at as identity_updated_at',
    ])
    .select(writers)
    .where('people.person_id', '=', placeholder('id')),
);

/** A statement for each, in one flight: together they would go to all nodes of a cluster. */
async function readVersions(reader: Reader, ids: readonly string[]): Promise<(StoredVersion | undefined)[]> {
  const found = await reader.together(...ids.map((id) => versionOfOne(reader.db, { id })));
  return found.map((rows) => (rows.length === 0 ? undefined : versionOfRows(rows)));
}

const versionOfPerson = gathered(readVersions);

/** No time changes a person: an answer holds as long as its version. */
export const versionedBy = <S>(versionOf: Versioned<S>['versionOf']): Versioned<S> => ({
  versionNow: (reader, { personId }) => versionOfPerson(reader, personId as string),
  versionOf,
  spanOf: () => always,
});

/** For a command, which holds the person: nobody else changes the person or an identity. */
export async function versionOfHeld({ person_id }: PersonRow, tx: Reader): Promise<StoredVersion> {
  const [version] = await readVersions(tx, [person_id]);
  return version as StoredVersion;
}
