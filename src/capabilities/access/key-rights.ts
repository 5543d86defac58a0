// What a key may do now, by its id: work that outlives its request asks this. The answer is remembered for a second,
// as in authentication, so that each piece of work can ask at almost no cost.
import type { CallerTools } from '#platform/capability.ts';
import { machineNow } from '#platform/clock.ts';
import type { RightsOf } from '#platform/command/rights.ts';
import type { Realm } from '#platform/db/realm.ts';

const freshMicros = 1_000_000;
/** When so many answers are remembered, all are forgotten at once, so that the memory stays small. */
const rememberedMax = 10_000;

type Tools = Pick<CallerTools, 'database' | 'clock' | 'permissions'>;

export function keyRights(options: Tools): RightsOf {
  const remembered = new Map<string, { readonly rights: ReturnType<RightsOf>; readonly freshUntil: number }>();
  return (realm, { type, id: keyId }) => {
    // Only keys call the interface so far.
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
