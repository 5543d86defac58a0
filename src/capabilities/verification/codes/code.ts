// Codes of six digits. Of one its keyed hash is kept, made of what it is for and of the value that it was sent to: a code
// for another number, or another purpose, is no other way in.
import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '#platform/crypto/vault.ts';
import { randomText } from '#platform/random.ts';

type CodePurpose = 'verification' | 'contact';

interface CodeOf {
  readonly purpose: CodePurpose;
  readonly id: string;
  /** The email or the number. */
  readonly value: string;
}

export const newCode = (): string => randomText(6, '0123456789');

export const codeHash = (vault: Vault, { purpose, id, value }: CodeOf, code: string): Buffer =>
  vault.secretHash(`code.${purpose}`, JSON.stringify([id, value, code.replace(/[\s-]/g, '')]));

export const isCode = (vault: Vault, of: CodeOf, code: string, hash: Buffer): boolean =>
  timingSafeEqual(codeHash(vault, of, code), hash);

/** As a voice says it: digit by digit. */
export const spoken = (code: string): string => [...code].join(' ');
