// From one encryption key, a key for each purpose. Nothing uses the encryption key itself, so that no two uses can
// help against each other and one purpose can be rotated without the rest.
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

export interface Keyring {
  /** Wraps data keys, and seals what few write and belongs to no person. */
  readonly seal: KeyObject;
  /** Seals what a company writes often: each has a key of its own, so that no key is used for more than it can bear. */
  company(companyId: string): KeyObject;
  /** Turns search words and exact values into tokens. */
  readonly search: KeyObject;
  /** Turns API keys into the hashes that are stored. */
  readonly apiKeys: KeyObject;
  /** Proves that a backup is as it was written. */
  readonly backup: KeyObject;
  /** A value that tells whether a database was written with this key, and tells nothing else. */
  readonly fingerprint: string;
  /** A password for a login of ours, which need not be stored anywhere. */
  loginPassword(login: string): string;
}

/** 10,000 of them are about 2 MB. */
const companiesMax = 10_000;

export function keyring(encryptionKey: Buffer): Keyring {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', encryptionKey, 'tenor', purpose, 32));
  // Key objects, because a raw key is checked anew at every use, which costs more than the use itself.
  const secret = (purpose: string) => createSecretKey(derive(purpose));
  return {
    seal: secret('seal'),
    company: remembered((companyId) => secret(`company ${companyId}`)),
    search: secret('search'),
    apiKeys: secret('api keys'),
    backup: secret('backup'),
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
