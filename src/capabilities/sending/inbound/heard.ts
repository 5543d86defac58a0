// What comes back about messages: from mail servers, from the operator's receiver of texts, from the people themselves.
import type { WorkTools } from '#platform/capability.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Wish } from './wishes.ts';

export type HeardOfMessage =
  | { readonly kind: 'delivered' | 'opened'; readonly messageId: string }
  | {
      readonly kind: 'bounced';
      readonly messageId: string;
      /** The address itself is wrong: nothing will ever arrive there. */
      readonly isPermanent: boolean;
      /** As mail servers have it: 5.1.1. */
      readonly code: string | null;
      /** In words of ours, without anything personal. */
      readonly reason: string;
    }
  /** It was marked as unwanted. */
  | { readonly kind: 'complained'; readonly messageId: string }
  /** The link or the button of an email was used. */
  | { readonly kind: 'optedOut'; readonly messageId: string }
  | {
      readonly kind: 'replied';
      /** Null: a text or a call names none; whoever has the number has written. */
      readonly messageId: string | null;
      readonly channel: 'email' | 'text' | 'voice';
      readonly from: string;
      readonly subject: string | null;
      /** What was quoted is cut off. */
      readonly text: string;
      readonly wish: Wish | null;
    };

/** The same key twice is the same thing, heard again. */
export type Heard = { readonly key: string } & HeardOfMessage;

/**
 * Whoever sent the messages acts on it. A worker calls it outside of transactions, at least once for each key; where it
 * throws, it is told again later.
 */
export type Hears = (tools: WorkTools, realm: Realm, heard: Heard) => Promise<void>;
