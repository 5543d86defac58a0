// A key that says what it is for: ids in the clear, and a signature of 256 bits that only we can make. So nothing is
// stored for it, no table is searched by it, and it is compared in constant time.
import { timingSafeEqual } from 'node:crypto';
import type { Vault } from './vault.ts';

type Said = readonly (string | number)[];

/** As text: two texts may stand for the same bytes, and only one of them is ours. */
const signatureOf = (vault: Vault, purpose: string, body: string): string =>
  vault.secretHash(purpose, body).toString('base64url');

export function signedKey(vault: Vault, purpose: string, said: Said): string {
  const body = Buffer.from(JSON.stringify(said)).toString('base64url');
  return `${body}.${signatureOf(vault, purpose, body)}`;
}

/** Undefined: we have not made it, or for another purpose. */
export function saidInKey(vault: Vault, purpose: string, key: string): Said | undefined {
  const [body = '', signature = '', ...more] = key.split('.');
  if (more.length > 0) return undefined;
  const [shown, right] = [Buffer.from(signature), Buffer.from(signatureOf(vault, purpose, body))];
  if (shown.length !== right.length || !timingSafeEqual(shown, right)) return undefined;
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Said;
}
