// Encrypts a long content in chunks, each of which can be opened by itself: AES-256-GCM, with a key that is drawn for
// this one content. So the nonce can be the number of the chunk, and no two chunks have the same. The last chunk is
// marked as the last one: a content that was cut short does not open, nor one whose chunks were put in another order.
import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import { randomBytes } from '../random.ts';

const nonceLength = 12;
const tagLength = 16;
const keyLength = 32;

/** How much longer a chunk is once it is sealed. */
export const sealLength = tagLength;

export const newContentKey = (): Buffer => randomBytes(keyLength);

interface ChunkPlace {
  /** Counted from 0. */
  readonly number: number;
  readonly isLast: boolean;
}

export interface ContentSealer {
  /** The chunk may come in parts. */
  seal(place: ChunkPlace, ...plain: readonly Buffer[]): Buffer;
  /** Throws when the chunk was altered, or is not the one of this place. */
  unseal(place: ChunkPlace, sealed: Buffer): Buffer;
}

/** `context` names the content; it is authenticated with each chunk. */
export function contentSealer(rawKey: Buffer, context: string): ContentSealer {
  const key = createSecretKey(rawKey);
  const named = Buffer.from(context);
  return {
    seal(place, ...plain) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(place));
      cipher.setAAD(named);
      const sealed = Buffer.allocUnsafe(plain.reduce((sum, { length }) => sum + length, tagLength));
      let at = 0;
      for (const part of plain) at += cipher.update(part).copy(sealed, at);
      cipher.final();
      cipher.getAuthTag().copy(sealed, at);
      return sealed;
    },
    unseal(place, sealed) {
      if (sealed.length < tagLength) throw new Error(`A chunk of ${context} is too short.`);
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(place));
      decipher.setAAD(named);
      decipher.setAuthTag(sealed.subarray(sealed.length - tagLength));
      const plain = decipher.update(sealed.subarray(0, sealed.length - tagLength));
      decipher.final();
      return plain;
    },
  };
}

function nonceOf({ number, isLast }: ChunkPlace): Buffer {
  const nonce = Buffer.alloc(nonceLength);
  nonce.writeUInt32BE(number, nonceLength - 5);
  nonce[nonceLength - 1] = isLast ? 1 : 0;
  return nonce;
}
