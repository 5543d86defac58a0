// How a role is stored, found and shown.
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { referenceOf } from '#platform/ids.ts';
import { type Known, permissionsOfRole } from '#platform/permissions.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { findExternalIds, idOfReference } from '#platform/resource/external-ids.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { Role } from './schemas.ts';
import { type RoleRow, roles } from './tables.ts';

export const roleKind = 'role';

export const roleList = defineList({ table: 'roles' });

export const shownRoles = (reader: Reader) =>
  reader.db.selectFrom('roles').select(roles.all).where('deleted_at', 'is', null);

const present = presenter<typeof Role, RoleRow>(Role);

export const presentRole = (row: RoleRow, known: Known): Role =>
  present(row, {
    defaultRole: row.default_kind,
    isChanged: row.default_kind !== null && row.permissions !== null,
    permissions: row.permissions ?? [...permissionsOfRole(row, known)].sort(),
  });

/** The role of a path. The subject of its events is the company. */
export const roleOfPath: Subject<RoleRow> = {
  param: 'roleId',
  notFound: errors.NotFound,
  async find(reader, reference, lock) {
    const id = await idOfReference(reader, roleKind, reference);
    const query = shownRoles(reader).where('id', '=', id ?? '');
    const subject = id && (await reader.row(lock ? query.forNoKeyUpdate() : query));
    if (!subject) throw notFound('role', reference, 'roleId');
    return { id: reader.realm.companyId, subject };
  },
};

/** The roles that a request names, by the references; locked, so that none changes before it is handed out. */
export async function rolesNamed(reader: Reader, references: readonly string[]): Promise<ReadonlyMap<string, RoleRow>> {
  if (references.length === 0) return new Map();
  const named = references.map((reference) => ({ reference, ...referenceOf(reference) }));
  const external = named.flatMap((one) => ('externalId' in one ? [one.externalId] : []));
  const byExternal = await findExternalIds(reader, roleKind, external);
  const ids = named.map((one) => ('id' in one ? one.id : byExternal.get(one.externalId)?.objectId));
  const found = await reader.rows(
    shownRoles(reader)
      .where('id', '=', sql<string>`any(${ids.filter((id) => id !== undefined)}::text[])`)
      .forShare(),
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  return new Map(
    named.flatMap(({ reference }, i) => {
      const row = byId.get(ids[i] ?? '');
      return row === undefined ? [] : [[reference, row] as const];
    }),
  );
}

/** For the command line: by id, by name, or a default role by its kind. */
export async function roleNamed(reader: Reader, text: string): Promise<RoleRow | undefined> {
  const rows = await reader.rows(
    shownRoles(reader).where((eb) =>
      eb.or([
        eb('id', '=', text),
        eb(sql<string>`lower(name)`, '=', text.toLowerCase()),
        eb(sql<string>`default_kind`, '=', text),
      ]),
    ),
  );
  return rows.find(({ default_kind }) => default_kind === text) ?? rows[0];
}
