// A state as it is stored: deflated against what states have in common, which ships with the code. So it takes a quarter
// of its text. The first byte is the number of the dictionary. One that has been released never changes; a better one
// gets the next number, and is written a release after the one that can read it, so that both may run side by side.
import { readFileSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { StoredState } from './tables.ts';

const dictionary = (number: number): Buffer => readFileSync(new URL(`state-dictionary-${number}.txt`, import.meta.url));

/** By their numbers; scripts/state-dictionary.ts makes one. */
const dictionaries: Readonly<Record<number, Buffer>> = { 1: dictionary(1) };
const written = 1;

/** The dictionary and a state fit into a window of 16 kB; the usual one of 32 takes twice the time to set up. */
const windowBits = 14;

export const packedState = (state: StoredState): Buffer =>
  Buffer.concat([
    Buffer.of(written),
    deflateRawSync(JSON.stringify(state), { dictionary: dictionaries[written], windowBits }),
  ]);

export function unpackedState<S extends StoredState = StoredState>(packed: Buffer): S {
  const number = packed[0] ?? 0;
  const found = dictionaries[number];
  if (found === undefined) {
    throw new Error(
      `A state of a loan is packed with dictionary ${number}, which a later release of this service has.`,
    );
  }
  return JSON.parse(inflateRawSync(packed.subarray(1), { dictionary: found }).toString());
}
