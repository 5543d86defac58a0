// Authenticated encryption of one value: AES-256-GCM. The context (the owner and the name of the value) is
// authenticated too, so that a sealed value copied to another row or column does not open.
import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { randomBytes } from '../random.ts';

const nonceLength = 12;
const tagLength = 16;
/** For keys that are never rotated: those of persons. */
const onlyGeneration = 1;

/**
 * The generation is the first byte, so that values of the old and the new key can exist side by side during a rotation.
 */
export const generationOf = (sealed: Buffer): number => sealed[0] ?? 0;

export function seal(
  key: KeyObject,
  context: string,
  plain: Buffer | string,
  generation: number = onlyGeneration,
): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context));
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  cipher.final();
  return Buffer.concat([Buffer.of(generation), nonce, body, cipher.getAuthTag()]);
}

export function unseal(key: KeyObject, context: string, sealed: Buffer, generation: number = onlyGeneration): Buffer {
  if (generationOf(sealed) !== generation || sealed.length < 1 + nonceLength + tagLength) {
    throw new Error(`A sealed value (${context}) has an unknown form: it was written by a newer version or altered.`);
  }
  const nonce = sealed.subarray(1, 1 + nonceLength);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce);
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(sealed.length - tagLength));
  const plain = decipher.update(sealed.subarray(1 + nonceLength, sealed.length - tagLength));
  decipher.final();
  return plain;
}
