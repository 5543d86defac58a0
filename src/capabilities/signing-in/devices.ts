// Devices on which a user has signed in: each keeps a token and shows it at the next sign-in. Its tries are counted apart
// from those of strangers, who cannot use them up. It proves nothing else: a password or a code is asked for as ever.
import { machineNow } from '#platform/clock.ts';
import type { RowTools, SecretTools } from '#platform/command/tools.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { hashOf, newSecret, readSecret, writeSecret } from './session-secret.ts';

/** Each has tries of its own, so there are few. */
const devicesMax = 10;

/** The id of the device; undefined: the token is none of this user. */
export async function knownDevice(
  vault: Vault,
  reader: Reader,
  userId: string,
  deviceToken: string | undefined,
): Promise<string | undefined> {
  const read = deviceToken === undefined ? undefined : readSecret('device', deviceToken);
  if (read?.userId !== userId) return undefined;
  const { mode, companyId } = read.realm;
  if (mode !== reader.realm.mode || companyId !== reader.realm.companyId) return undefined;
  const row = await reader.row(devicesOf(reader, userId).where('id', '=', read.id));
  return row?.secret_hash.equals(hashOf(vault, 'device', read.id, read.secret)) ? read.id : undefined;
}

/** The token that the device is to keep: the one that it has shown, or a new one. The device used last is kept longest. */
export async function keepDevice(
  tools: RowTools,
  tx: Tx,
  userId: string,
  deviceToken: string | undefined,
): Promise<string> {
  const known = await knownDevice(tools.vault, tx, userId, deviceToken);
  if (known === undefined) return addDevice(tools, tx, userId);
  const used = tx.db.updateTable('known_devices').set({ last_used_at: machineNow(tools.clock) });
  tx.write(used.where('user_id', '=', userId).where('id', '=', known));
  return deviceToken as string;
}

function addDevice({ vault, clock }: SecretTools, tx: Tx, userId: string): string {
  const [id, secret] = [newId('DV'), newSecret()];
  const now = machineNow(clock);
  const beyond = (reader: Tx['db']) =>
    reader
      .selectFrom('known_devices')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('last_used_at', 'desc')
      .orderBy('id')
      .offset(devicesMax - 1);
  tx.write(tx.db.deleteFrom('known_devices').where('user_id', '=', userId).where('id', 'in', beyond(tx.db)));
  const row = { id, user_id: userId, secret_hash: hashOf(vault, 'device', id, secret), created_at: now };
  tx.write(tx.db.insertInto('known_devices').values({ ...row, last_used_at: now }), redraw('known_devices_pkey'));
  return writeSecret('device', { realm: tx.realm, userId, id }, secret);
}

export function forgetDevices(tx: Tx, userId: string): void {
  tx.write(tx.db.deleteFrom('known_devices').where('user_id', '=', userId));
}

const devicesOf = ({ db }: Reader, userId: string) =>
  db.selectFrom('known_devices').select('secret_hash').where('user_id', '=', userId);
