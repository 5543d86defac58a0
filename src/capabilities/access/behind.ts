// Who is behind a caller, and what a caller of earlier may do now.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { NamedActor } from '#platform/actor.ts';
import { whoChanged } from '#platform/audit/who-changed.ts';
import type { Whole } from '#platform/capability.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { expand, permissionsOfAll } from '#platform/permissions.ts';

const chainMax = 20;

const keyRow = (reader: Reader, id: string) =>
  reader.row(
    reader.db
      .selectFrom('api_keys')
      .select(['permissions', 'expires_at', 'revoked_at', 'predecessor_id', 'successor_id'])
      .where('id', '=', id),
  );

/**
 * The caller itself; of a key also its predecessors and whoever made it, and made that one: who makes a key has seen
 * it. A user is alone.
 */
export async function behind(reader: Reader, id: string | null): Promise<ReadonlySet<string>> {
  const found = new Set<string>(id === null ? [] : [id]);
  for (const one of found) {
    if (!one.startsWith('AK-') || found.size > chainMax) continue;
    const [key, makers] = await Promise.all([
      keyRow(reader, one),
      whoChanged(reader, { objectId: one, actions: ['keys.create', 'keys.rotate'] }),
    ]);
    for (const maker of makers) found.add(maker);
    if (key?.predecessor_id != null) found.add(key.predecessor_id);
  }
  return found;
}

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
  for (let [id, left] = [first as string | null, chainMax]; id !== null && left > 0; left -= 1) {
    const key = await keyRow(tx, id);
    if (key === undefined || key.revoked_at !== null) return false;
    const isOver = key.expires_at !== null && key.expires_at <= now;
    if (!isOver) return key.permissions === null || expand(key.permissions, whole.permissions).has(permission);
    id = key.successor_id;
  }
  return false;
}
