// Makes a certificate that a company signs with, and that nobody else vouches for: X.509 in DER, over a new key on P-256.
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

interface NewCertificate {
  readonly certificate: Buffer;
  /** The private key, as PKCS #8. */
  readonly key: Buffer;
}

interface Wanted {
  readonly company: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

export function newCertificate({ company, notBefore, notAfter }: Wanted): NewCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(id(2, 5, 4, 3), utf8(company))));
  const validity = sequence(time(notBefore), time(notAfter));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = sequence(ecdsaWithSha256);
  // The key is drawn, so its hash is a number that no other certificate has; the first byte keeps it above zero.
  const serial = integer(Buffer.concat([Buffer.of(0x40), createHash('sha256').update(spki).digest().subarray(0, 15)]));
  const version3 = tagged(0xa0, integer(Buffer.of(2)));
  const body = sequence(version3, serial, algorithm, name, validity, name, spki, extensionsOf(publicKey));
  return {
    certificate: sequence(body, algorithm, bits(sign('sha256', body, privateKey))),
    key: privateKey.export({ type: 'pkcs8', format: 'der' }),
  };
}

/** It signs documents and nothing else, least of all other certificates. */
function extensionsOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const keyId = createHash('sha1').update(point).digest();
  const isCritical = tagged(0x01, Buffer.of(0xff));
  const noAuthority = sequence();
  // Digital signature and non-repudiation: the first two bits of the eight.
  const usage = tagged(0x03, Buffer.of(6, 0xc0));
  const extensions = sequence(
    sequence(id(2, 5, 29, 19), isCritical, octets(noAuthority)),
    sequence(id(2, 5, 29, 15), isCritical, octets(usage)),
    sequence(id(2, 5, 29, 14), octets(octets(keyId))),
  );
  return tagged(0xa3, extensions);
}

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), lengthOf(body.length), body]);
}

/** Up to 127 it is one byte; a longer one says first how many bytes it takes. */
function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return Buffer.of(0x80 | bytes.length, ...bytes);
}

const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts);
const set = (...parts: readonly Buffer[]): Buffer => tagged(0x31, ...parts);
const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes);
const octets = (bytes: Buffer): Buffer => tagged(0x04, bytes);
const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text));
const bits = (bytes: Buffer): Buffer => tagged(0x03, Buffer.of(0), bytes);

/** An object identifier: the first two numbers share a byte, each further one has seven bits in a byte. */
function id(first: number, second: number, ...others: readonly number[]): Buffer {
  return tagged(0x06, Buffer.of(first * 40 + second, ...others.flatMap(inSevens)));
}

function inSevens(number: number): number[] {
  const before = Math.floor(number / 128);
  return before === 0 ? [number] : [...inSevens(before).map((byte) => byte | 0x80), number % 128];
}

const ecdsaWithSha256 = id(1, 2, 840, 10045, 4, 3, 2);

/** Years up to 2049 have two digits, later ones four: RFC 5280. */
function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050 ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits));
}
