// Each person has a data key, which the encryption key wraps. Destroying the wrapped key erases the person in every
// copy of the rows. Opening a data key costs a decryption, so the most recently used ones stay open.
import { createSecretKey, type KeyObject } from 'node:crypto';
import { randomBytes } from '../random.ts';
import { type EncryptionKeys, type Generation, soleGeneration } from './generations.ts';
import { type Keyring, keyedHash } from './keyring.ts';
import { generationOf, seal, unseal } from './seal.ts';
import { searchToken } from './search-token.ts';

/** Seals and opens the attributes of one person or company. The attribute's name is part of the seal. */
export interface Sealer {
  seal(attribute: string, plain: string): Buffer;
  unseal(attribute: string, sealed: Buffer): string;
}

/** The attribute's name contains the row's id too, so that a value copied to another row does not open. */
interface CompanySealer extends Sealer {
  /** Seals the same value again, with the present encryption key. */
  sealAnew(attribute: string, sealed: Buffer): Buffer;
}

export interface Vault {
  /** Draws a data key: the sealer to use now, and the wrapped key to store. */
  newSealer(subjectId: string): { sealer: Sealer; wrappedKey: Buffer };
  /** The sealer of a stored, wrapped data key. */
  sealer(subjectId: string, wrappedKey: Buffer): Sealer;
  /** Wraps the same data key again, with the present encryption key. */
  wrapAnew(subjectId: string, wrappedKey: Buffer): Buffer;
  /** For values that belong to a company and to no person; sealed with the company's own key. */
  companySealer(companyId: string): CompanySealer;
  /**
   * A search token to store: 64 bits of a keyed hash, different for each realm and field. All tokens of a person use
   * the generation that wraps the person's data key, so that equal values have equal tokens there at every moment.
   */
  token(wrappedKey: Buffer, realm: string, field: string, value: string): string;
  /** The tokens to look for: one for each encryption key that may have written them. */
  tokens(realm: string, field: string, value: string): string[];
  apiKeyHash(key: string): Buffer;
  /** A keyed hash of what a user signs in with; like that of a key it stays when the encryption key changes. */
  nameHash(realm: string, nameType: string, name: string): Buffer;
  /** A keyed hash of a secret; the purpose keeps a hash of one kind from being taken for another. It stays too. */
  secretHash(purpose: string, secret: string): Buffer;
  /**
   * Seeds of the keys that sign tokens, each with the generation of its encryption key; the one to sign with comes
   * first. With a retired encryption key its tokens end.
   */
  signingSeeds(period: string): readonly SigningSeed[];
}

interface SigningSeed {
  readonly generation: number;
  readonly seed: Buffer;
}

/** 10,000 open keys are about 3 MB. */
const openKeysMax = 10_000;

export function vault(given: EncryptionKeys | Keyring): Vault {
  const keys = 'writing' in given ? given : soleGeneration(given);
  const open = new Map<string, { wrapped: Buffer; sealer: Sealer }>();
  const keep = (subjectId: string, wrapped: Buffer, dataKey: Buffer): Sealer => {
    const sealer = sealerOf(createSecretKey(dataKey), subjectId);
    if (open.size >= openKeysMax) open.delete(open.keys().next().value as string);
    // What comes from the database is a part of a buffer of 64 kB, which would be kept whole.
    open.set(subjectId, { wrapped: Buffer.from(wrapped), sealer });
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
    nameHash: (realm, nameType, name) => keyedHash(keys.apiKeys, JSON.stringify(['name', realm, nameType, name])),
    secretHash: (purpose, secret) => keyedHash(keys.apiKeys, JSON.stringify(['secret', purpose, secret])),
    signingSeeds: (period) =>
      keys.all.map(({ number, keys: ring }) => ({ generation: number, seed: ring.signingSeed(period) })),
  };
}

const tokenOf = ({ keys }: Generation, realm: string, field: string, value: string): string =>
  searchToken(keys.search, realm, field, value);

const sealerOf = (key: KeyObject, subjectId: string): Sealer => ({
  seal: (attribute, plain) => seal(key, `${subjectId}.${attribute}`, plain),
  unseal: (attribute, sealed) => unseal(key, `${subjectId}.${attribute}`, sealed).toString('utf8'),
});

/** The key is looked up at each call: a sealer that kept one would go on with the old key after a rotation. */
function companySealerOf(keys: EncryptionKeys, companyId: string): CompanySealer {
  const context = (attribute: string) => `${companyId}.${attribute}`;
  const sealed = (attribute: string, plain: Buffer | string): Buffer => {
    const { number, keys: ring } = keys.writing;
    return seal(ring.company(companyId), context(attribute), plain, number);
  };
  const opened = (attribute: string, value: Buffer): Buffer => {
    const { number, keys: ring } = keys.of(generationOf(value));
    return unseal(ring.company(companyId), context(attribute), value, number);
  };
  return {
    seal: sealed,
    unseal: (attribute, value) => opened(attribute, value).toString('utf8'),
    sealAnew: (attribute, value) => sealed(attribute, opened(attribute, value)),
  };
}
