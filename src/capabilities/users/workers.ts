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

/** Those of these ids that there are, of all three kinds. */
export async function workersOf(reader: Reader, ids: readonly string[]): Promise<Workers> {
  if (ids.length === 0) return new Map();
  const { db } = reader;
  const named = sql<string>`any(${ids}::text[])`;
  const active = () =>
    db
      .selectFrom('users')
      .select('users.id')
      .where('users.status', '=', 'active')
      .where('users.user_type', '!=', 'borrower')
      .where('users.deleted_at', 'is', null);
  const [users, roles, teams] = await reader.together(
    active().select('users.external_id').where('users.id', '=', named),
    db
      .selectFrom('roles')
      .select(['id', 'external_id', 'default_kind'])
      .select((eb) =>
        eb
          .exists(
            active()
              .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
              .whereRef('user_roles.role_id', '=', 'roles.id'),
          )
          .as('has_somebody'),
      )
      .where('id', '=', named)
      .where('deleted_at', 'is', null),
    db
      .selectFrom('teams')
      .select(['id', 'external_id'])
      .select((eb) =>
        eb
          .exists(
            active()
              .innerJoin('team_members', 'team_members.user_id', 'users.id')
              .whereRef('team_members.team_id', '=', 'teams.id'),
          )
          .as('has_somebody'),
      )
      .where('id', '=', named)
      .where('deleted_at', 'is', null),
  );
  const found: readonly Worker[] = [
    ...users.map((row) => ({ id: row.id, externalId: row.external_id, defaultKind: null, hasSomebody: true })),
    ...roles.map((row) => ({
      id: row.id,
      externalId: row.external_id,
      defaultKind: row.default_kind,
      hasSomebody: row.has_somebody === true,
    })),
    ...teams.map((row) => ({
      id: row.id,
      externalId: row.external_id,
      defaultKind: null,
      hasSomebody: row.has_somebody === true,
    })),
  ];
  return new Map(found.map((one) => [one.id, one]));
}
