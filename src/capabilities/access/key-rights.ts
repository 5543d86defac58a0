// What a key may do at this moment, by its id: the question of all work that outlives its request. The answer is
// remembered for a second, like that of authentication, so that asking at each piece of work costs next to nothing.
import type { CallerTools } from '#platform/capability.ts';
import { machineNow } from '#platform/clock.ts';
import type { RightsOf } from '#platform/command/rights.ts';
import type { Realm } from '#platform/db/realm.ts';

const freshMicros = 1_000_000;
/** Keys that worked some time ago are forgotten together, before they fill the memory. */
const rememberedMax = 10_000;

type Tools = Pick<CallerTools, 'database' | 'clock' | 'permissions'>;

export function keyRights(options: Tools): RightsOf {
  const remembered = new Map<string, { readonly rights: ReturnType<RightsOf>; readonly freshUntil: number }>();
  return (realm, { type, id: keyId }) => {
    // Nobody but keys calls yet.
    if (type !== 'key') return Promise.resolve(undefined);
    const name = `${realm.mode} ${realm.companyId} ${keyId}`;
    const now = options.clock.micros();
    const known = remembered.get(name);
    if (known !== undefined && known.freshUntil >= now) return known.rights;
    if (remembered.size >= rememberedMax) remembered.clear();
    const rights = rightsNow(options, realm, keyId);
    remembered.set(name, { rights, freshUntil: now + freshMicros });
    // A look-up that failed says nothing about the key.
    rights.catch(() => remembered.delete(name));
    return rights;
  };
}

async function rightsNow({ database, clock, permissions }: Tools, realm: Realm, keyId: string): ReturnType<RightsOf> {
  const reader = database.reader(realm);
  const row = await reader.row(
    reader.db
      .selectFrom('api_keys')
      .select(['permissions', 'expires_at'])
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null),
  );
  const isOver = row === undefined || (row.expires_at !== null && row.expires_at <= machineNow(clock));
  if (isOver) return undefined;
  return row.permissions === null ? permissions() : new Set(row.permissions);
}
