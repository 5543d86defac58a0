// To whom work can be given: a user, a role, a team. Whether anybody is there who would do it.
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { defaultRoles } from '#platform/permissions.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';

export type WorkerKind = 'user' | 'role' | 'team';

export interface Worker {
  readonly id: string;
  readonly externalId: string | null;
  /** A default role has one; it means the same in every company. */
  readonly defaultKind: string | null;
  /** Whether it is, or has, an active user who works for the company. */
  readonly hasSomebody: boolean;
}

type Workers = ReadonlyMap<string, Worker>;

/** The id that is meant by an id, an external id behind `ext-`, or the kind of a default role. */
export async function idOfWorker(reader: Reader, kind: WorkerKind, reference: string): Promise<string | undefined> {
  const isDefault = kind === 'role' && (defaultRoles as readonly string[]).includes(reference);
  if (!isDefault) return idOfReference(reader, kind, reference);
  const query = reader.db.selectFrom('roles').select('id').where('deleted_at', 'is', null);
  return (await reader.row(query.where(sql<string>`default_kind`, '=', reference).orderBy('position').limit(1)))?.id;
}

/** Finds those of these ids that there are, of all three kinds. */
export async function workersOf(reader: Reader, ids: readonly string[]): Promise<Workers> {
  if (ids.length === 0) return new Map();
  const { db } = reader;
  const named = sql<string>`any(${ids}::text[])`;
  const [users, roles, teams, held] = await reader.together(
    activeWorkers(reader).select(['users.id', 'users.external_id']).where('users.id', '=', named),
    db
      .selectFrom('roles')
      .select(['id', 'external_id', 'default_kind'])
      .where('id', '=', named)
      .where('deleted_at', 'is', null),
    db.selectFrom('teams').select(['id', 'external_id']).where('id', '=', named).where('deleted_at', 'is', null),
    somebodyIn(reader, ids),
  );
  const manned = new Set(held.map(({ id }) => id));
  const groups = [...roles, ...teams.map((row) => ({ ...row, default_kind: null }))];
  const found: readonly Worker[] = [
    ...users.map((row) => ({ id: row.id, externalId: row.external_id, defaultKind: null, hasSomebody: true })),
    ...groups.map(({ id, external_id, default_kind }) => ({
      id,
      externalId: external_id,
      defaultKind: default_kind,
      hasSomebody: manned.has(id),
    })),
  ];
  return new Map(found.map((one) => [one.id, one]));
}

const activeWorkers = ({ db }: Reader) =>
  db
    .selectFrom('users')
    .where('users.status', '=', 'active')
    .where('users.user_type', '!=', 'borrower')
    .where('users.deleted_at', 'is', null);

/** The roles and teams of these in which somebody is. */
const somebodyIn = (reader: Reader, ids: readonly string[]) => {
  const named = sql<string>`any(${ids}::text[])`;
  const inRoles = activeWorkers(reader)
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .select('user_roles.role_id as id')
    .where('user_roles.role_id', '=', named);
  const inTeams = activeWorkers(reader)
    .innerJoin('team_members', 'team_members.user_id', 'users.id')
    .select('team_members.team_id as id')
    .where('team_members.team_id', '=', named);
  return inRoles.union(inTeams);
};
