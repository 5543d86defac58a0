// The only file that draws random values. All of them are cryptographic.
import { randomFillSync, randomUUID } from 'node:crypto';

// Asking the kernel once for many ids is several times cheaper than asking for each one.
const pool = Buffer.alloc(8192);
let used = pool.length;

function nextByte(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool[used++] as number;
}

/** A new buffer of random bytes. */
export function randomBytes(length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  if (length > 64) return randomFillSync(bytes);
  for (let i = 0; i < length; i++) bytes[i] = nextByte();
  return bytes;
}

/** Random characters, each of the alphabet equally likely: bytes beyond its last whole multiple are dropped. */
export function randomText(length: number, alphabet: string): string {
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    const byte = nextByte();
    if (byte < limit) text += alphabet[byte % alphabet.length];
  }
  return text;
}

/** From 0 up to 1, for jitter. */
export const randomFraction = (): number => (nextByte() * 256 + nextByte()) / 65_536;

export const uuid = (): string => randomUUID();
