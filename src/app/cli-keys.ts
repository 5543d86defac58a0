// Manages API keys from the command line. Access to the database is the only permission that is needed.
import { parseInstant } from '@tenor/engine/values/instant.ts';
import { addKey, keyCreated, keyRevoked, listKeys, mustBeAddresses, revokeKey } from '#capabilities/access/index.ts';
import { permissionsOfActive } from '#capabilities/users/index.ts';
import { system } from '#platform/actor.ts';
import { auditByHand } from '#platform/audit/by-hand.ts';
import { machineNow } from '#platform/clock.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import { defaultRoles, permissions as known } from './capabilities.ts';
import type { Service } from './service.ts';

type Values = Readonly<Record<string, string | undefined>>;

const wrong = (message: string): Refusal => new Refusal(errors.InvalidRequest, message);

export async function createKeyByHand(service: Service, realm: Realm, values: Values): Promise<string> {
  const name = values.name?.trim();
  if (!name) throw wrong('--name is missing: say what the key is for.');
  const permissions = values.permissions?.split(',').map((permission) => permission.trim());
  const unknown = permissions?.find((permission) => !known.has(permission));
  if (unknown !== undefined)
    throw wrong(`There is no permission ${unknown}. There are: ${[...known].sort().join(', ')}.`);
  const expiresAt = values.expires === undefined ? null : parseInstant(values.expires);
  if (expiresAt === undefined) throw wrong('--expires must be a date-time such as 2027-01-31T00:00:00Z.');
  const allowedAddresses = values.addresses?.split(',').map((address) => address.trim()) ?? null;
  mustBeAddresses(allowedAddresses);
  const now = machineNow(service.clock);
  const maker = { realm, vault: service.vault, now, machineNow: () => now, position: service.position };
  const made = await service.database.transact(realm, async (tx) => {
    const key = await recordingByHand({ ...maker, declared: [keyCreated] }, tx, async (emit) =>
      addKey({ ...maker, emit, caller: { actor: system } }, tx, {
        name,
        permissions: permissions ?? null,
        expiresAt,
        allowedAddresses,
      }),
    );
    auditByHand(service, tx, { command: 'tenor key create', objectId: key.id });
    return key;
  });
  return `id   ${made.id}\nkey  ${made.key}`;
}

export async function listKeysByHand(service: Service, realms: readonly Realm[]): Promise<string> {
  const lines = (await Promise.all(realms.map((realm) => linesOfKeys(service, realm)))).flat();
  return lines.length === 0 ? 'There are no keys.' : lines.join('\n');
}

/** `AK-7KQ2-M9XA  test  …x7Qd  2026-03-02  never ends  Nightly import  person:read,person:list  held by UR-5D8K-W2QM` */
async function linesOfKeys(service: Service, realm: Realm): Promise<string[]> {
  const reader = service.database.reader(realm);
  const lines: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page = await listKeys(reader, { limit: 100, ...(after === '' ? {} : { startingAfter: after }) });
    for (const key of page.items) {
      const ends = key.expiresAt === null ? 'never ends' : `ends ${key.expiresAt}`;
      const may = key.permissions === null ? 'all permissions' : key.permissions.join(',') || 'no permissions';
      const parts = [key.id, key.mode, `…${key.hint}`, key.createdAt.slice(0, 10), ends, key.name, may];
      lines.push([...parts, ...(await heldBy(reader, key.holderUserId))].join('  '));
    }
    after = page.next;
  }
  return lines;
}

async function heldBy(reader: Reader, userId: string | null): Promise<string[]> {
  if (userId === null) return [];
  const isActive = await permissionsOfActive(reader, userId, { permissions: known, defaultRoles });
  return [isActive ? `held by ${userId}` : `refused: ${userId}, who stands for it, is not active`];
}

export async function revokeKeyByHand(service: Service, realm: Realm, id: string): Promise<void> {
  const now = machineNow(service.clock);
  const maker = { realm, now, machineNow: () => now, position: service.position };
  await service.database.transact(realm, async (tx) => {
    await recordingByHand({ ...maker, declared: [keyRevoked] }, tx, (emit) => revokeKey({ ...maker, emit }, tx, id));
    auditByHand(service, tx, { command: 'tenor key revoke', objectId: id });
  });
}
