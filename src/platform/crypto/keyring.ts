// Derives a key for each purpose from one encryption key, which itself encrypts nothing. So no use of it weakens
// another, and one purpose can be rotated without the rest.
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

export interface Keyring {
  /** Wraps data keys, and seals rarely written values that belong to no person. */
  readonly seal: KeyObject;
  /**
   * Seals the values that a company writes often. Each company has its own key, so that no key seals more than is safe.
   */
  company(companyId: string): KeyObject;
  /** Turns search words and exact values into tokens. */
  readonly search: KeyObject;
  /** Turns API keys into the hashes that are stored. */
  readonly apiKeys: KeyObject;
  /** Proves that a backup has not been changed. */
  readonly backup: KeyObject;
  /** From which the key that signs tokens is made: another one for each mode and period. */
  signingSeed(period: string): Buffer;
  /** Shows whether a database was written with this key, and reveals nothing else about it. */
  readonly fingerprint: string;
  /** The password of one of our logins. It is derived, so it need not be stored. */
  loginPassword(login: string): string;
}

/** 10,000 keys take about 2 MB. */
const companiesMax = 10_000;

export function keyring(encryptionKey: Buffer): Keyring {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', encryptionKey, 'tenor', purpose, 32));
  // Key objects, because Node checks a raw key at every use, which costs more than the use itself.
  const secret = (purpose: string) => createSecretKey(derive(purpose));
  return {
    seal: secret('seal'),
    company: remembered((companyId) => secret(`company ${companyId}`)),
    search: secret('search'),
    apiKeys: secret('api keys'),
    backup: secret('backup'),
    signingSeed: (period) => derive(`tokens ${period}`),
    fingerprint: derive('fingerprint').toString('hex'),
    loginPassword: (login) => derive(`login ${login}`).toString('base64url'),
  };
}

function remembered(make: (companyId: string) => KeyObject): (companyId: string) => KeyObject {
  const made = new Map<string, KeyObject>();
  return (companyId) => {
    const key = made.get(companyId) ?? make(companyId);
    if (made.size >= companiesMax) made.clear();
    made.set(companyId, key);
    return key;
  };
}

export const keyedHash = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest();
