// A keyed permutation of the whole numbers below a limit: each of them becomes another one, no two become the same, and
// without the key nobody can tell which come after one another. It hides how many there are, and is no cipher.
import { createHmac } from 'node:crypto';

interface Permutation {
  of(number: number): number;
  back(number: number): number;
}

const roundCount = 8;

/** A number is cut into two halves, and each round adds to one of them what it makes of the other (a Feistel network). */
export function permutation(key: string, limit: number): Permutation {
  const half = Math.ceil(Math.sqrt(limit));
  const keys = Array.from({ length: roundCount }, (_, round) => roundKey(key, round));
  const forwards = (number: number): number => {
    let [left, right] = [Math.floor(number / half), number % half];
    for (const one of keys) [left, right] = [right, (left + (mixed(right, one) % half)) % half];
    return left * half + right;
  };
  const backwards = (number: number): number => {
    let [left, right] = [Math.floor(number / half), number % half];
    for (const one of keys.toReversed()) [left, right] = [(right - (mixed(left, one) % half) + half) % half, left];
    return left * half + right;
  };
  return { of: (number) => below(limit, forwards, number), back: (number) => below(limit, backwards, number) };
}

/** The square of the half may be larger than the limit: who comes out above it goes on until they are below. */
function below(limit: number, step: (number: number) => number, number: number): number {
  if (!Number.isSafeInteger(number) || number < 0 || number >= limit) throw new RangeError(`No number below ${limit}.`);
  let at = step(number);
  while (at >= limit) at = step(at);
  return at;
}

const roundKey = (key: string, round: number): number =>
  createHmac('sha256', key).update(`round ${round}`).digest().readUInt32LE(0);

/** Each bit of the number changes about half of the bits of the result, which has 32. */
function mixed(number: number, key: number): number {
  let bits = Math.imul(number ^ key, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13) ^ (key >>> 7), 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 16) ^ key, 0x2c1b3c6d);
  bits ^= bits >>> 15;
  return (bits ^ (bits >>> 12)) >>> 0;
}
