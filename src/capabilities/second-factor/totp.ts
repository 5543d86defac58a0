// Codes that an app shows, by RFC 6238 in the form that all apps know: SHA-1, six digits, thirty seconds.
import { createHmac, timingSafeEqual } from 'node:crypto';

const digits = 6;
const stepSeconds = 30;
/** Clocks may differ by one step. */
const stepsApart = [0, -1, 1];

export const stepAt = (seconds: number): number => Math.floor(seconds / stepSeconds);

export function totpCode(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) as number) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/** The step of a right code; undefined: it is wrong, or a code of this step or a later one was taken before. */
export function stepOfCode(secret: Buffer, code: string, seconds: number, lastStep: number): number | undefined {
  const given = Buffer.from(code.replace(/\s/g, ''));
  return stepsApart
    .map((apart) => stepAt(seconds) + apart)
    .find((step) => {
      const right = Buffer.from(totpCode(secret, step));
      return step > lastStep && given.length === right.length && timingSafeEqual(given, right);
    });
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding, as apps take it. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const fives = bits.match(/.{1,5}/g) ?? [];
  return fives.map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** What an app reads from a picture. */
export function totpAddress(
  secret: Buffer,
  { issuer, account }: { readonly issuer: string; readonly account: string },
) {
  const label = [issuer, account].map((part) => encodeURIComponent(part.replaceAll(':', ' '))).join(':');
  const params = { secret: base32(secret), issuer, algorithm: 'SHA1', digits, period: stepSeconds };
  const query = Object.entries(params).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `otpauth://totp/${label}?${query.join('&')}`;
}
