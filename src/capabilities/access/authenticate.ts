// Finds the caller of an API key, remembered for a second. The last use of a key is written in batches, never for each
// request.
import { type Instant, instantOfMicros } from '@tenor/engine/values/instant.ts';
import { keyActor } from '#platform/actor.ts';
import type { CallerTools } from '#platform/capability.ts';
import { type MachineClock, machineNow } from '#platform/clock.ts';
import type { Authentication, EndedCaller } from '#platform/command/authentication.ts';
import { callerMemory } from '#platform/command/caller-memory.ts';
import type { Caller } from '#platform/command/context.ts';
import { type Mode, modes, type Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { addressesAmong } from './allowed-addresses.ts';
import { heldNow } from './holder.ts';
import { wasDrawnHere } from './issued.ts';

const noteUsesEveryMs = 30_000;

export function authentication(options: CallerTools): Authentication {
  const keys = callerMemory<Found>();
  const uses = new Map<string, { realm: Realm; atMicros: number }>();
  const ended = callerMemory<EndedCaller>();
  const noteUses = () => noteUsesOf(options.database, uses);
  const timer = setInterval(() => void noteUses().catch(() => {}), noteUsesEveryMs);
  timer.unref();
  return {
    recognizes: (key) => keys.hasFound(key) || wasDrawnHere(options.vault, key),
    async authenticate(key) {
      const now = options.clock.micros();
      const found = await keys.find(key, now, () => findKey(options, key));
      if (found === undefined || hasExpired(found, options.clock)) return undefined;
      uses.set(found.caller.actor.id, { realm: found.caller.realm, atMicros: now });
      return found.caller;
    },
    ended: (key) => ended.find(key, options.clock.micros(), () => findEnded(options, key)),
    async close() {
      clearInterval(timer);
      await noteUses();
    },
  };
}

interface Found {
  readonly caller: Caller;
  readonly expiresAt: Instant | null;
}

const hasExpired = ({ expiresAt }: Found, clock: MachineClock): boolean =>
  expiresAt !== null && expiresAt <= machineNow(clock);

async function findKey(options: CallerTools, key: string): Promise<Found | undefined> {
  const hash = options.vault.apiKeyHash(key);
  const found = await Promise.all(modes.map((mode) => findIn(options, mode, hash)));
  return found.find((one) => one !== undefined);
}

async function findIn(
  { database, permissions, permissionsOfUser }: CallerTools,
  mode: Mode,
  hash: Buffer,
): Promise<Found | undefined> {
  const { db, rows } = database.unscoped(mode);
  const [row] = await rows(
    db
      .selectFrom('api_keys')
      .innerJoin('companies', 'companies.company_id', 'api_keys.company_id')
      .select(['id', 'api_keys.company_id', 'permissions', 'api_version', 'expires_at', 'timezone'])
      .select(['allowed_addresses', 'kept_as', 'holder_user_id'])
      .select('api_keys.name as key_name')
      .where('key_hash', '=', hash)
      .where('revoked_at', 'is', null),
  );
  if (row === undefined) return undefined;
  const realm = { mode, companyId: row.company_id };
  const ofUser = (userId: string) => permissionsOfUser(database.reader(realm), userId);
  const held = await heldNow(row, permissions(), ofUser);
  if (held === undefined) return undefined;
  const caller = {
    realm,
    timezone: row.timezone,
    actor: keyActor(row.id),
    name: row.key_name,
    permissions: held,
    apiVersion: row.api_version,
    reach: 'company' as const,
    session: null,
    keptAs: row.kept_as ?? row.id,
    mayCallFrom: row.allowed_addresses === null ? undefined : addressesAmong(row.allowed_addresses),
  };
  return { caller, expiresAt: row.expires_at };
}

/** Whose key it was. Asked only for a key that was refused. */
async function findEnded({ database, vault }: CallerTools, key: string): Promise<EndedCaller | undefined> {
  const hash = vault.apiKeyHash(key);
  for (const mode of modes) {
    const { db, rows } = database.unscoped(mode);
    const [row] = await rows(db.selectFrom('api_keys').select(['id', 'company_id']).where('key_hash', '=', hash));
    if (row !== undefined)
      return { realm: { mode, companyId: row.company_id }, actor: keyActor(row.id), session: null };
  }
  return undefined;
}

async function noteUsesOf(
  database: RealmDatabase,
  uses: Map<string, { realm: Realm; atMicros: number }>,
): Promise<void> {
  const noted = [...uses];
  uses.clear();
  for (const [keyId, { realm, atMicros }] of noted) {
    const last_used_at = instantOfMicros(BigInt(atMicros));
    await database.transact(realm, async (tx) => {
      tx.write(
        tx.db
          .insertInto('api_key_uses')
          .values({ key_id: keyId, last_used_at })
          .onConflict((conflict) =>
            conflict.column('key_id').doUpdateSet((eb) => ({
              last_used_at: eb.fn<Instant>('greatest', ['api_key_uses.last_used_at', eb.val(last_used_at)]),
            })),
          ),
      );
    });
  }
}
