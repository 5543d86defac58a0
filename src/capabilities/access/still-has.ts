// What a caller of earlier may do now.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { NamedActor } from '#platform/actor.ts';
import type { Whole } from '#platform/capability.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { expand, permissionsOfAll } from '#platform/permissions.ts';
import { heldPermissions } from './holder.ts';

/** So many successors of a key are followed. */
const successorsMax = 20;

interface Knowing {
  readonly whole: Pick<Whole, 'permissions' | 'defaultRoles' | 'rolesHeld'>;
  readonly now: Instant;
}

/** Whether it has the permission now; a key that was rotated has it by its successor. */
export async function stillHas(tx: Tx, { type, id }: NamedActor, permission: string, known: Knowing): Promise<boolean> {
  if (type === 'provider') return false;
  if (type === 'key') return keyStillHas(tx, id, permission, known);
  const roles = await known.whole.rolesHeld(tx, id);
  return roles !== undefined && permissionsOfAll(roles, known.whole).has(permission);
}

async function keyStillHas(tx: Tx, first: string, permission: string, { whole, now }: Knowing): Promise<boolean> {
  for (let [id, left] = [first as string | null, successorsMax]; id !== null && left > 0; left -= 1) {
    const key = await tx.row(
      tx.db
        .selectFrom('api_keys')
        .select(['permissions', 'expires_at', 'revoked_at', 'successor_id', 'holder_user_id'])
        .where('id', '=', id),
    );
    if (key === undefined || key.revoked_at !== null) return false;
    const isOver = key.expires_at !== null && key.expires_at <= now;
    if (!isOver) {
      const held = await heldPermissions(tx, key, whole);
      return held === null || (held !== undefined && expand(held, whole.permissions).has(permission));
    }
    id = key.successor_id;
  }
  return false;
}
