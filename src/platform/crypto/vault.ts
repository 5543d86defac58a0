// A data key per person, wrapped by the encryption key. Destroying the wrapped key erases the person wherever a copy of
// the rows may lie. Opening one costs a decryption, so the keys used last are kept open.
import { createSecretKey, type KeyObject } from 'node:crypto';
import { randomBytes } from '../random.ts';
import { type EncryptionKeys, type Generation, soleGeneration } from './generations.ts';
import { type Keyring, keyedHash } from './keyring.ts';
import { generationOf, seal, unseal } from './seal.ts';
import { searchToken } from './search-token.ts';

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
  /** The same data key under the encryption key of now. */
  wrapAnew(subjectId: string, wrappedKey: Buffer): Buffer;
  /** For what belongs to a company and to no person. */
  companySealer(companyId: string): Sealer;
  /**
   * A search token to store: 64 bits of a keyed hash, different for each realm and field. All tokens of a person are of
   * the generation that wraps the person's data key, so that equal values have equal tokens there at every moment.
   */
  token(wrappedKey: Buffer, realm: string, field: string, value: string): string;
  /** The tokens to look for: one of each encryption key that may have written some. */
  tokens(realm: string, field: string, value: string): string[];
  apiKeyHash(key: string): Buffer;
  /** Of a request's hash, as it was kept before it was sealed. */
  requestHashes(hash: Buffer): Buffer[];
}

/** 10,000 open keys are about 3 MB. */
const openKeysMax = 10_000;

export function vault(given: EncryptionKeys | Keyring): Vault {
  const keys = 'writing' in given ? given : soleGeneration(given);
  const open = new Map<string, { wrapped: Buffer; sealer: Sealer }>();
  const keep = (subjectId: string, wrapped: Buffer, dataKey: Buffer): Sealer => {
    const sealer = sealerOf(createSecretKey(dataKey), subjectId);
    if (open.size >= openKeysMax) open.delete(open.keys().next().value as string);
    open.set(subjectId, { wrapped, sealer });
    return sealer;
  };
  const wrap = (subjectId: string, dataKey: Buffer): Buffer => {
    const { number, keys: ring } = keys.writing;
    return seal(ring.seal, `${subjectId}.key`, dataKey, number);
  };
  const unwrap = (subjectId: string, wrapped: Buffer): Buffer => {
    const { number, keys: ring } = keys.of(generationOf(wrapped));
    return unseal(ring.seal, `${subjectId}.key`, wrapped, number);
  };
  return {
    newSealer(subjectId) {
      const dataKey = randomBytes(32);
      const wrappedKey = wrap(subjectId, dataKey);
      return { sealer: keep(subjectId, wrappedKey, dataKey), wrappedKey };
    },
    sealer(subjectId, wrapped) {
      const known = open.get(subjectId);
      if (known?.wrapped.equals(wrapped)) return known.sealer;
      open.delete(subjectId);
      return keep(subjectId, wrapped, unwrap(subjectId, wrapped));
    },
    wrapAnew: (subjectId, wrapped) => wrap(subjectId, unwrap(subjectId, wrapped)),
    companySealer: (companyId) => companySealerOf(keys, companyId),
    token: (wrapped, realm, field, value) => tokenOf(keys.of(generationOf(wrapped)), realm, field, value),
    tokens: (realm, field, value) => keys.all.map((generation) => tokenOf(generation, realm, field, value)),
    apiKeyHash: (key) => keyedHash(keys.apiKeys, key),
    requestHashes: (hash) =>
      keys.all.map(({ keys: ring }) => keyedHash(ring.search, `request\n${hash.toString('base64')}`)),
  };
}

const tokenOf = ({ keys }: Generation, realm: string, field: string, value: string): string =>
  searchToken(keys.search, realm, field, value);

const sealerOf = (key: KeyObject, subjectId: string): Sealer => ({
  seal: (attribute, plain) => seal(key, `${subjectId}.${attribute}`, plain),
  unseal: (attribute, sealed) => unseal(key, `${subjectId}.${attribute}`, sealed).toString('utf8'),
});

/** It asks each time which key is to be used: who holds one for long would seal with the one before. */
const companySealerOf = (keys: EncryptionKeys, companyId: string): Sealer => ({
  seal(attribute, plain) {
    const { number, keys: ring } = keys.writing;
    return seal(ring.seal, `${companyId}.${attribute}`, plain, number);
  },
  unseal(attribute, sealed) {
    const { number, keys: ring } = keys.of(generationOf(sealed));
    return unseal(ring.seal, `${companyId}.${attribute}`, sealed, number).toString('utf8');
  },
});
