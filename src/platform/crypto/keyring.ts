// From one encryption key, a key for each purpose. Nothing uses the encryption key itself, so that no two uses can
// help against each other and one purpose can be rotated without the rest.
import { createHmac, hkdfSync } from 'node:crypto';

export interface Keyring {
  /** Wraps data keys and seals what belongs to no person. */
  readonly seal: Buffer;
  /** Turns search words and exact values into tokens. */
  readonly search: Buffer;
  /** Turns API keys into the hashes that are stored. */
  readonly apiKeys: Buffer;
  /** A value that tells whether a database was written with this key, and tells nothing else. */
  readonly fingerprint: string;
  /** A password for a login of ours, which need not be stored anywhere. */
  loginPassword(login: string): string;
}

export function keyring(encryptionKey: Buffer): Keyring {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', encryptionKey, 'tenor', purpose, 32));
  return {
    seal: derive('seal'),
    search: derive('search'),
    apiKeys: derive('api keys'),
    fingerprint: derive('fingerprint').toString('hex'),
    loginPassword: (login) => derive(`login ${login}`).toString('base64url'),
  };
}

export const keyedHash = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
