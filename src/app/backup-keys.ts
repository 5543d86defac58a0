// The encryption keys for a backup: one, or two while a rotation is going on.
import { existsSync } from 'node:fs';
import type { Config } from '#platform/config.ts';
import { type Keyring, keyring } from '#platform/crypto/keyring.ts';
import { encryptionKeysOf, keyFile } from './encryption-key.ts';

export const keyringsOf = async (config: Config): Promise<Keyring[]> => (await encryptionKeysOf(config)).map(keyring);

/** The keys that exist already; none is made. */
export async function knownKeyrings(config: Config): Promise<Keyring[]> {
  const isThere = config.encryptionKey !== null || existsSync(keyFile(config.dataDirectory));
  return isThere ? keyringsOf(config) : [];
}
