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

/** The attribute's name names the row too, so that a value moved to another row does not open. */
interface CompanySealer extends Sealer {
  /** The same value under the encryption key of now. */
  sealAnew(attribute: string, sealed: Buffer): Buffer;
}

export interface Vault {
  /** A fresh data key: the sealer to use now, and the wrapped key to store. */
  newSealer(subjectId: string): { sealer: Sealer; wrappedKey: Buffer };
  /** The sealer of a stored, wrapped data key. */
  sealer(subjectId: string, wrappedKey: Buffer): Sealer;
  /** The same data key under the encryption key of now. */
  wrapAnew(subjectId: string, wrappedKey: Buffer): Buffer;
  /** For what belongs to a company and to no person, sealed with the company's own key. */
  companySealer(companyId: string): CompanySealer;
  /**
   * The same, sealed with the key of the installation: for what processes of release 0.1.0 read as well, which know no
   * keys of companies. Both open what the other has sealed.
   */
  sharedSealer(companyId: string): CompanySealer;
  /**
   * A search token to store: 64 bits of a keyed hash, different for each realm and field. All tokens of a person are of
   * the generation that wraps the person's data key, so that equal values have equal tokens there at every moment.
   */
  token(wrappedKey: Buffer, realm: string, field: string, value: string): string;
  /** The tokens to look for: one of each encryption key that may have written some. */
  tokens(realm: string, field: string, value: string): string[];
  apiKeyHash(key: string): Buffer;
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
    companySealer: (companyId) => companySealerOf(keys, companyId, ownKey(companyId)),
    sharedSealer: (companyId) => companySealerOf(keys, companyId, sharedKey),
    token: (wrapped, realm, field, value) => tokenOf(keys.of(generationOf(wrapped)), realm, field, value),
    tokens: (realm, field, value) => keys.all.map((generation) => tokenOf(generation, realm, field, value)),
    apiKeyHash: (key) => keyedHash(keys.apiKeys, key),
  };
}

const tokenOf = ({ keys }: Generation, realm: string, field: string, value: string): string =>
  searchToken(keys.search, realm, field, value);

const sealerOf = (key: KeyObject, subjectId: string): Sealer => ({
  seal: (attribute, plain) => seal(key, `${subjectId}.${attribute}`, plain),
  unseal: (attribute, sealed) => unseal(key, `${subjectId}.${attribute}`, sealed).toString('utf8'),
});

type KeyChoice = (ring: Keyring) => KeyObject;

const ownKey =
  (companyId: string): KeyChoice =>
  (ring) =>
    ring.company(companyId);
const sharedKey: KeyChoice = (ring) => ring.seal;

/** The key to use is asked for at each call: a sealer that kept one would seal with the key of before a rotation. */
function companySealerOf(keys: EncryptionKeys, companyId: string, writes: KeyChoice): CompanySealer {
  const context = (attribute: string) => `${companyId}.${attribute}`;
  const sealWith = (choice: KeyChoice, attribute: string, plain: Buffer | string): Buffer => {
    const { number, keys: ring } = keys.writing;
    return seal(choice(ring), context(attribute), plain, number);
  };
  /** Nothing in a sealed value says which of the two keys it was; the wrong one never opens it. */
  const open = (attribute: string, sealed: Buffer): { plain: Buffer; choice: KeyChoice } => {
    const { number, keys: ring } = keys.of(generationOf(sealed));
    const opened = (choice: KeyChoice) => ({
      plain: unseal(choice(ring), context(attribute), sealed, number),
      choice,
    });
    const other = writes === sharedKey ? ownKey(companyId) : sharedKey;
    try {
      return opened(writes);
    } catch {
      return opened(other);
    }
  };
  return {
    seal: (attribute, plain) => sealWith(writes, attribute, plain),
    unseal: (attribute, sealed) => open(attribute, sealed).plain.toString('utf8'),
    sealAnew(attribute, sealed) {
      const { plain, choice } = open(attribute, sealed);
      return sealWith(choice, attribute, plain);
    },
  };
}
