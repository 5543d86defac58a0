// What the process that converts is sent, and what it answers.
import type { NotConvertible } from './blocks.ts';

/** What each converted document says of itself at its end. */
export interface MadeFrom {
  /** Null: it was made of no document, and says nothing. */
  readonly documentId: string | null;
  readonly sha256: string;
  /** `2026-11-29`. */
  readonly madeOn: string;
  readonly accepted: { readonly at: string; readonly by: string } | undefined;
}

export interface ConvertOrder {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** If the content says none. */
  readonly title: string;
  readonly madeFrom: MadeFrom;
}

interface Refused {
  readonly why: NotConvertible['why'] | 'tooMuch';
  readonly message: string;
  readonly problems: NotConvertible['problems'];
}

export type ConvertReply = { readonly pdf: Uint8Array } | Refused;
