// The encryption keys of an installation: one, and two while one follows the other. Each has a number, which stands in
// the first byte of what it seals.
import type { KeyObject } from 'node:crypto';
import type { Keyring } from './keyring.ts';

export interface Generation {
  readonly number: number;
  readonly keys: Keyring;
}

export interface EncryptionKeys {
  /** With which everything new is sealed. */
  readonly writing: Generation;
  /** Whatever is looked for may have been written with any of them; the writing one comes first. */
  readonly all: readonly Generation[];
  /** Throws KeyMissing. */
  of(generation: number): Generation;
  /** Turns API keys into their hashes. It stays when the encryption key is changed: what it hashes cannot be guessed. */
  readonly apiKeys: KeyObject;
}

/** Something is sealed under a key that this process was not given. */
export class KeyMissing extends Error {
  constructor(generation: number) {
    super(
      `A value is sealed under the encryption key of generation ${generation}, which this process does not have: it was rotated, or the value was altered.`,
    );
  }
}

export const firstGeneration = 1;
/** It has one byte, and only neighbours ever meet. */
export const nextGeneration = (generation: number): number => (generation % 255) + 1;

/** Of a key that no other came before or after. */
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
