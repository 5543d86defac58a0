// Manages API keys from the command line. Access to the database is the only permission that is needed.
import { parseInstant } from '@tenor/engine/values/instant.ts';
import { addKey, keyCreated, keyRevoked, mustBeAddresses, revokeKey } from '#capabilities/access/index.ts';
import { system } from '#platform/actor.ts';
import { auditByHand } from '#platform/audit/by-hand.ts';
import { machineNow } from '#platform/clock.ts';
import type { Realm } from '#platform/db/realm.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import { permissions as known } from './capabilities.ts';
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

export async function revokeKeyByHand(service: Service, realm: Realm, id: string): Promise<void> {
  const now = machineNow(service.clock);
  const maker = { realm, now, machineNow: () => now, position: service.position };
  await service.database.transact(realm, async (tx) => {
    await recordingByHand({ ...maker, declared: [keyRevoked] }, tx, (emit) => revokeKey({ ...maker, emit }, tx, id));
    auditByHand(service, tx, { command: 'tenor key revoke', objectId: id });
  });
}
