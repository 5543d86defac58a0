// From an API key to its caller. Found keys are remembered for a second, so that a request costs no look-up; a revoked
// key is refused everywhere within that second. When a key was last used is noted in batches, never per request.
import { type Instant, instantOfMicros } from '@tenor/engine/values/instant.ts';
import { type MachineClock, machineNow } from '#platform/clock.ts';
import type { Caller } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { type Mode, modes, type Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';

const freshMicros = 1_000_000;
/** Guessed keys are remembered as unknown; this keeps them from filling the memory. */
const rememberedMax = 10_000;
const noteUsesEveryMs = 30_000;

export interface Authentication {
  authenticate(key: string): Promise<Caller | undefined>;
  /** Writes down the uses that are not noted yet. */
  close(): Promise<void>;
}

interface Options {
  readonly database: RealmDatabase;
  readonly vault: Vault;
  readonly clock: MachineClock;
  /** All there are: what a key without a list of its own has. */
  readonly permissions: () => ReadonlySet<string>;
}

export function authentication(options: Options): Authentication {
  const remembered = new Map<string, { found: Promise<Found | undefined>; freshUntil: number }>();
  const uses = new Map<string, { realm: Realm; atMicros: number }>();
  const noteUses = () => noteUsesOf(options.database, uses);
  const timer = setInterval(() => void noteUses().catch(() => {}), noteUsesEveryMs);
  timer.unref();
  return {
    async authenticate(key) {
      const now = options.clock.micros();
      let known = remembered.get(key);
      if (known === undefined || known.freshUntil < now) {
        if (remembered.size >= rememberedMax) remembered.clear();
        known = { found: findKey(options, key), freshUntil: now + freshMicros };
        remembered.set(key, known);
        // A look-up that failed says nothing about the key.
        known.found.catch(() => remembered.delete(key));
      }
      const found = await known.found;
      if (found === undefined || hasExpired(found, options.clock)) return undefined;
      uses.set(found.caller.keyId, { realm: found.caller.realm, atMicros: now });
      return found.caller;
    },
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

async function findKey(options: Options, key: string): Promise<Found | undefined> {
  const hash = options.vault.apiKeyHash(key);
  const found = await Promise.all(modes.map((mode) => findIn(options, mode, hash)));
  return found.find((one) => one !== undefined);
}

async function findIn({ database, permissions }: Options, mode: Mode, hash: Buffer): Promise<Found | undefined> {
  const { db, rows } = database.unscoped(mode);
  const [row] = await rows(
    db
      .selectFrom('api_keys')
      .innerJoin('companies', 'companies.company_id', 'api_keys.company_id')
      .select(['id', 'api_keys.company_id', 'permissions', 'api_version', 'expires_at', 'timezone'])
      .select('api_keys.name as key_name')
      .where('key_hash', '=', hash)
      .where('revoked_at', 'is', null),
  );
  if (row === undefined) return undefined;
  const caller = {
    realm: { mode, companyId: row.company_id },
    timezone: row.timezone,
    keyId: row.id,
    keyName: row.key_name,
    permissions: row.permissions === null ? permissions() : new Set(row.permissions),
    apiVersion: row.api_version,
  };
  return { caller, expiresAt: row.expires_at };
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
