// Finds the caller of an API key. The result is remembered for a second, so that a request costs no look-up; a revoked
// key is refused everywhere within that second. Guessed keys are remembered separately, so that they cannot push the
// real keys out, however many they are. The last use of a key is written in batches, never for each request.
import { type Instant, instantOfMicros } from '@tenor/engine/values/instant.ts';
import { keyActor } from '#platform/actor.ts';
import type { CallerTools } from '#platform/capability.ts';
import { type MachineClock, machineNow } from '#platform/clock.ts';
import type { Authentication } from '#platform/command/authentication.ts';
import type { Caller } from '#platform/command/context.ts';
import { type Mode, modes, type Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';

const freshMicros = 1_000_000;
const foundMax = 10_000;
const unknownMax = 1_000;
const noteUsesEveryMs = 30_000;

export function authentication(options: CallerTools): Authentication {
  const keys = keyMemory();
  const uses = new Map<string, { realm: Realm; atMicros: number }>();
  const noteUses = () => noteUsesOf(options.database, uses);
  const timer = setInterval(() => void noteUses().catch(() => {}), noteUsesEveryMs);
  timer.unref();
  return {
    recognizes: keys.hasFound,
    async authenticate(key) {
      const now = options.clock.micros();
      const found = await (keys.lately(key, now) ?? keys.remember(key, now, findKey(options, key)));
      if (found === undefined || hasExpired(found, options.clock)) return undefined;
      uses.set(found.caller.actor.id, { realm: found.caller.realm, atMicros: now });
      return found.caller;
    },
    async close() {
      clearInterval(timer);
      await noteUses();
    },
  };
}

type LookUp = Promise<Found | undefined>;

interface Remembered {
  readonly lookUp: LookUp;
  readonly freshUntil: number;
}

/** Remembers look-ups. A key that was found stays in its part, so that it is known when it must be looked up again. */
function keyMemory() {
  const found = new Map<string, Remembered>();
  const unknown = new Map<string, Remembered>();
  const keep = (part: typeof found, key: string, one: Remembered): void => {
    (part === found ? unknown : found).delete(key);
    // A map keeps the order of insertion: the oldest key comes first and is forgotten first.
    part.delete(key);
    part.set(key, one);
    if (part.size > (part === found ? foundMax : unknownMax)) part.delete(part.keys().next().value as string);
  };
  return {
    hasFound: (key: string): boolean => found.has(key),
    lately(key: string, now: number): LookUp | undefined {
      const known = found.get(key) ?? unknown.get(key);
      return known !== undefined && known.freshUntil >= now ? known.lookUp : undefined;
    },
    remember(key: string, now: number, lookUp: LookUp): LookUp {
      const one = { lookUp, freshUntil: now + freshMicros };
      const part = found.has(key) ? found : unknown;
      keep(part, key, one);
      lookUp.then(
        (caller) => keep(caller === undefined ? unknown : found, key, one),
        // A look-up that failed says nothing about the key.
        () => keep(part, key, { lookUp, freshUntil: 0 }),
      );
      return lookUp;
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

async function findIn({ database, permissions }: CallerTools, mode: Mode, hash: Buffer): Promise<Found | undefined> {
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
    actor: keyActor(row.id),
    name: row.key_name,
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
