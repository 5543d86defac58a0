// A key that was drawn here ends in a mark that only this installation can make. So a process that has not seen the key
// yet knows without a query that it is no guess, and strangers at the same address do not cost it its place.
import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '#platform/crypto/vault.ts';
import { newApiKey } from '#platform/ids.ts';

type Marks = Pick<Vault, 'secretHash'>;

/** 47 bits: a guess that hits it is counted when the key is not found. */
const markLength = 8;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const markOf = (vault: Marks, secret: string): string =>
  [...vault.secretHash('mark of an API key', secret).subarray(0, markLength)]
    .map((byte) => letters[byte % letters.length])
    .join('');

export function drawKey(vault: Marks, mode: string): string {
  const secret = newApiKey(mode);
  return secret + markOf(vault, secret);
}

/** Not of a key that the operator chose, nor of one that was drawn before there were marks. */
export function wasDrawnHere(vault: Marks, key: string): boolean {
  const mark = Buffer.from(key.slice(-markLength));
  const right = Buffer.from(markOf(vault, key.slice(0, -markLength)));
  return mark.length === right.length && timingSafeEqual(mark, right);
}
