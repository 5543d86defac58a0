// What the simulator makes with its own secret of a company: ids, hashes, signatures, and seals of account numbers.
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

export interface Secret {
  /** Hexadecimal; the purpose keeps one kind of hash from being taken for another. */
  hash(purpose: string, text: string): string;
  isHash(purpose: string, text: string, hash: string): boolean;
  /** `name` is different for each sealed text, and needed to open it. */
  seal(name: string, text: string): string;
  open(name: string, sealed: string): string;
}

const tagBytes = 16;

export function secretOf(key: Uint8Array): Secret {
  // Made once: it costs more than a hash.
  const secret = createSecretKey(key);
  const digest = (purpose: string, text: string): Buffer =>
    createHmac('sha256', secret).update(purpose).update('\0').update(text).digest();
  // Each name seals one text only, so its hash may be the nonce.
  const nonce = (name: string): Buffer => digest('nonce', name).subarray(0, 12);
  const sealing = digest('sealing', '');
  return {
    hash: (purpose, text) => digest(purpose, text).toString('hex'),
    isHash(purpose, text, hash) {
      const given = Buffer.from(hash, 'hex');
      const right = digest(purpose, text);
      return given.length === right.length && timingSafeEqual(given, right);
    },
    seal(name, text) {
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce(name));
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([cipher.getAuthTag(), bytes]).toString('base64');
    },
    open(name, sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', sealing, nonce(name));
      decipher.setAuthTag(bytes.subarray(0, tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(tagBytes)), decipher.final()]).toString('utf8');
    },
  };
}
