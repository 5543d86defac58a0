// A data key per person, wrapped by the keyring. Destroying the wrapped key erases the person wherever a copy of the
// rows may lie. Opening one costs a decryption, so the keys used last are kept open.
import { createSecretKey, type KeyObject } from 'node:crypto';
import { randomBytes } from '../random.ts';
import { type Keyring, keyedHash } from './keyring.ts';
import { seal, unseal } from './seal.ts';

/** Seals and opens the attributes of one subject. The attribute's name is part of the seal. */
export interface Sealer {
  seal(attribute: string, plain: string): Buffer;
  unseal(attribute: string, sealed: Buffer): string;
}

export interface Vault {
  /** A fresh data key: the sealer to use now, and the wrapped key to store. */
  newSealer(subjectId: string): { sealer: Sealer; wrappedKey: Buffer };
  /** The sealer of a stored, wrapped data key. */
  sealer(subjectId: string, wrappedKey: Buffer): Sealer;
  /** For what belongs to a company and to no person. */
  companySealer(companyId: string): Sealer;
  /** A search token: 64 bits of a keyed hash, different for each realm and field. */
  token(realm: string, field: string, value: string): string;
  apiKeyHash(key: string): Buffer;
  /** Of a request's hash: whoever has only the rows cannot guess the body, a card number in it say. */
  requestHash(hash: Buffer): Buffer;
}

/** 10,000 open keys are about 3 MB. */
const openKeysMax = 10_000;

export function vault(keys: Keyring): Vault {
  const open = new Map<string, { wrapped: Buffer; sealer: Sealer }>();
  const keep = (subjectId: string, wrapped: Buffer, dataKey: Buffer): Sealer => {
    const sealer = sealerOf(createSecretKey(dataKey), subjectId);
    if (open.size >= openKeysMax) open.delete(open.keys().next().value as string);
    open.set(subjectId, { wrapped, sealer });
    return sealer;
  };
  return {
    newSealer(subjectId) {
      const dataKey = randomBytes(32);
      const wrappedKey = seal(keys.seal, `${subjectId}.key`, dataKey);
      return { sealer: keep(subjectId, wrappedKey, dataKey), wrappedKey };
    },
    sealer(subjectId, wrapped) {
      const known = open.get(subjectId);
      if (known?.wrapped.equals(wrapped)) return known.sealer;
      open.delete(subjectId);
      return keep(subjectId, wrapped, unseal(keys.seal, `${subjectId}.key`, wrapped));
    },
    companySealer: (companyId) => sealerOf(keys.seal, companyId),
    token: (realm, field, value) => keyedHash(keys.search, `${realm}\n${field}\n${value}`).readBigInt64BE(0).toString(),
    apiKeyHash: (key) => keyedHash(keys.apiKeys, key),
    requestHash: (hash) => keyedHash(keys.search, `request\n${hash.toString('base64')}`),
  };
}

const sealerOf = (key: KeyObject, subjectId: string): Sealer => ({
  seal: (attribute, plain) => seal(key, `${subjectId}.${attribute}`, plain),
  unseal: (attribute, sealed) => unseal(key, `${subjectId}.${attribute}`, sealed).toString('utf8'),
});
