// Nobody hands out what they do not have: who changes a role or a user needs every permission that is given or touched.
import { callersRights, mustHandOutOnly, type Rights } from '#capabilities/access/index.ts';
import type { Whole } from '#platform/capability.ts';
import type { Caller } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { expand, type Known, permissionsOfAll, type StoredRole } from '#platform/permissions.ts';
import { rolesNamed } from './role.ts';
import type { RoleRow } from './tables.ts';

/** What is known before a command begins: the caller's present rights, and the roles that the request names. */
export interface Handing {
  readonly own: Rights;
  readonly named: ReadonlyMap<string, RoleRow>;
}

/** The caller's rights come first: two who change each other then wait, and do not lock crosswise. */
export async function handing(
  tx: Tx,
  caller: Caller,
  known: Whole,
  references: readonly string[] = [],
): Promise<Handing> {
  const [own, named] = await Promise.all([callersRights(tx, caller, known), rolesNamed(tx, references)]);
  return { own, named };
}

/** Errors: Forbidden. */
export function mustStillHave({ own }: Handing, permission: string, known: Known): void {
  mustHandOutOnly(own, [permission], known.permissions, (one) => `You do not have the permission ${one} any more.`);
}

/** Errors: Forbidden. */
export function mayGiveRoles({ own }: Handing, roles: readonly StoredRole[], known: Known): void {
  mustHandOutOnly(own, permissionsOfAll(roles, known), known.permissions, givenBeyond);
}

interface ChangedUser {
  readonly roles: readonly StoredRole[];
}

/** Whoever changes a user could act as that user. Errors: Forbidden. */
export function mayChangeUser(hands: Handing, permission: string, { roles }: ChangedUser, known: Known): void {
  mustStillHave(hands, permission, known);
  const says = (one: string) => `You cannot change a user who has the permission ${one}, which you do not have.`;
  mustHandOutOnly(hands.own, permissionsOfAll(roles, known), known.permissions, says);
}

/** Whoever gets what lets in as a user acts as that user. Errors: Forbidden. */
export function mayBecome(hands: Handing, permission: string, { roles }: ChangedUser, known: Known): void {
  mustStillHave(hands, permission, known);
  const says = (one: string) => `You cannot act as a user who has the permission ${one}, which you do not have.`;
  mustHandOutOnly(hands.own, permissionsOfAll(roles, known), known.permissions, says);
}

/** Errors: Forbidden. */
export function mayGivePermissions({ own }: Handing, permissions: readonly string[], known: Known): void {
  mustHandOutOnly(own, expand(permissions, known.permissions), known.permissions, givenBeyond);
}

const givenBeyond = (permission: string): string =>
  `You cannot give the permission ${permission}, which you do not have.`;

/** The roles in the order of the request, each once. Errors: NotFound. */
export function rolesOfRequest({ named }: Handing, references: readonly string[], path = 'roles'): RoleRow[] {
  const rows = references.map((reference, i) => {
    const row = named.get(reference);
    if (row !== undefined) return row;
    throw new Refusal(errors.NotFound, `There is no role ${reference}.`, { data: { path: `${path}[${i}]` } });
  });
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** A borrower's user may do no more than borrowers may by default. Errors: InvalidRequest. */
export function mustSuitBorrower(roles: readonly RoleRow[], known: Known): void {
  for (const [i, role] of roles.entries()) {
    const beyond = firstBeyondBorrower(permissionsOfAll([role], known), known);
    if (beyond === undefined) continue;
    const expected = 'roles with no permission beyond those of the default role borrower';
    throw refuseField(`roles[${i}]`, `The role ${role.id} has the permission ${beyond}.`, expected);
  }
}

export const firstBeyondBorrower = (permissions: Iterable<string>, known: Known): string | undefined =>
  [...permissions].find((one) => !known.defaultRoles.borrower.has(one));
