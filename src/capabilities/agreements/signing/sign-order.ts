// What the process that signs is sent, and what it answers.
import type { StoredKey } from '../certificates/stored-certificate.ts';

export interface SignOrder {
  readonly pdf: Uint8Array;
  readonly certificate: Uint8Array;
  readonly key: StoredKey;
  readonly reason: string;
  /** By the clock of the machine, in milliseconds. */
  readonly atMs: number;
}

export type SignReply =
  | { readonly pdf: Uint8Array }
  | { readonly why: 'encrypted' | 'unreadable'; readonly message: string };
