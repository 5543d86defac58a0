// SipHash-2-4 (Aumasson, Bernstein 2012): a keyed hash of 64 bits for short texts. A searchable word has a dozen
// tokens; HMAC-SHA-256 made them a quarter of the cost of creating a person.

/** 128 bits, as four little-endian words. */
export type SipKey = Int32Array;

export const sipKeyOf = (bytes: Buffer): SipKey =>
  Int32Array.of(bytes.readInt32LE(0), bytes.readInt32LE(4), bytes.readInt32LE(8), bytes.readInt32LE(12));

/**
 * The state: four words of 64 bits, the lower half of each first. All calls share it, because a call never waits in the
 * middle.
 */
const v = new Int32Array(8);

/** The hash of the first `length` bytes, as a signed number. */
export function sipHash(key: SipKey, bytes: Uint8Array, length: number): bigint {
  const k0 = key[0] as number;
  const k1 = key[1] as number;
  const k2 = key[2] as number;
  const k3 = key[3] as number;
  v[0] = k0 ^ 0x70736575;
  v[1] = k1 ^ 0x736f6d65;
  v[2] = k2 ^ 0x6e646f6d;
  v[3] = k3 ^ 0x646f7261;
  v[4] = k0 ^ 0x6e657261;
  v[5] = k1 ^ 0x6c796765;
  v[6] = k2 ^ 0x79746573;
  v[7] = k3 ^ 0x74656462;
  const whole = length - (length % 8);
  for (let at = 0; at < whole; at += 8) compress(word(bytes, at), word(bytes, at + 4));
  compress(part(bytes, whole, length), part(bytes, whole + 4, length) | (length << 24));
  v[4] = half(4) ^ 0xff;
  rounds(4);
  const low = half(0) ^ half(2) ^ half(4) ^ half(6);
  const high = half(1) ^ half(3) ^ half(5) ^ half(7);
  return (BigInt(high) << 32n) | BigInt(low >>> 0);
}

const half = (i: number): number => v[i] as number;

const word = (bytes: Uint8Array, at: number): number =>
  (bytes[at] as number) |
  ((bytes[at + 1] as number) << 8) |
  ((bytes[at + 2] as number) << 16) |
  ((bytes[at + 3] as number) << 24);

/** The rest of the last word, filled up with zeros. */
function part(bytes: Uint8Array, from: number, end: number): number {
  let value = 0;
  for (let i = from; i < Math.min(from + 4, end); i++) value |= (bytes[i] as number) << (8 * (i - from));
  return value;
}

function compress(low: number, high: number): void {
  v[6] = half(6) ^ low;
  v[7] = half(7) ^ high;
  rounds(2);
  v[0] = half(0) ^ low;
  v[1] = half(1) ^ high;
}

function rounds(count: number): void {
  let a = half(0);
  let b = half(1);
  let c = half(2);
  let d = half(3);
  let e = half(4);
  let f = half(5);
  let g = half(6);
  let h = half(7);
  let turned = 0;
  for (let i = 0; i < count; i++) {
    let sum = (a >>> 0) + (c >>> 0);
    b = (b + d + (sum > 0xffffffff ? 1 : 0)) | 0;
    a = sum | 0;
    turned = (c << 13) | (d >>> 19);
    d = ((d << 13) | (c >>> 19)) ^ b;
    c = turned ^ a;
    turned = a;
    a = b;
    b = turned;
    sum = (e >>> 0) + (g >>> 0);
    f = (f + h + (sum > 0xffffffff ? 1 : 0)) | 0;
    e = sum | 0;
    turned = (g << 16) | (h >>> 16);
    h = ((h << 16) | (g >>> 16)) ^ f;
    g = turned ^ e;
    sum = (a >>> 0) + (g >>> 0);
    b = (b + h + (sum > 0xffffffff ? 1 : 0)) | 0;
    a = sum | 0;
    turned = (g << 21) | (h >>> 11);
    h = ((h << 21) | (g >>> 11)) ^ b;
    g = turned ^ a;
    sum = (e >>> 0) + (c >>> 0);
    f = (f + d + (sum > 0xffffffff ? 1 : 0)) | 0;
    e = sum | 0;
    turned = (c << 17) | (d >>> 15);
    d = ((d << 17) | (c >>> 15)) ^ f;
    c = turned ^ e;
    turned = e;
    e = f;
    f = turned;
  }
  v[0] = a;
  v[1] = b;
  v[2] = c;
  v[3] = d;
  v[4] = e;
  v[5] = f;
  v[6] = g;
  v[7] = h;
}
