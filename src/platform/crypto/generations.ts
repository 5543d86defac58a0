// The encryption keys of an installation: one, or two during a rotation. Each has a number, its generation, which is
// the first byte of everything it seals.
import type { KeyObject } from 'node:crypto';
import type { Keyring } from './keyring.ts';

export interface Generation {
  readonly number: number;
  readonly keys: Keyring;
}

export interface EncryptionKeys {
  /** The generation that seals new values. */
  readonly writing: Generation;
  /** Every generation that may have written a value that is looked for; the writing one first. */
  readonly all: readonly Generation[];
  /** The generation of this number. Throws KeyMissing. */
  of(generation: number): Generation;
  /**
   * Hashes API keys. It stays the same when the encryption key is changed, because the hashed keys cannot be guessed.
   */
  readonly apiKeys: KeyObject;
}

/** A value is sealed with a key that this process does not have. */
export class KeyMissing extends Error {
  constructor(generation: number) {
    super(
      `A value is sealed under the encryption key of generation ${generation}, which this process does not have: it was rotated, or the value was altered.`,
    );
  }
}

export const firstGeneration = 1;
/** The number has one byte, which is enough: only two neighbouring generations are ever in use. */
export const nextGeneration = (generation: number): number => (generation % 255) + 1;

/** A key without a rotation before it or under way. */
export function soleGeneration(keys: Keyring): EncryptionKeys {
  const only = { number: firstGeneration, keys };
  return {
    writing: only,
    all: [only],
    apiKeys: keys.apiKeys,
    of(generation) {
      if (generation === firstGeneration) return only;
      throw new KeyMissing(generation);
    },
  };
}
