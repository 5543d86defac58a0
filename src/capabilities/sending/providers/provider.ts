// What carries a message to its receiver. Our id goes with it.
import type { Channel } from '../tables.ts';

export interface Outgoing {
  readonly id: string;
  readonly channel: Channel;
  readonly to: string;
  readonly subject: string | null;
  readonly text: string;
  readonly purpose: string;
}

/**
 * Done: the provider has it. Refused: it never will take it. Later: it has not got it now, and may be asked again.
 * Unknown: it may have it.
 */
export interface Outcome {
  readonly kind: 'done' | 'refused' | 'later' | 'unknown';
  /** Why it is not done: codes and words of ours, nothing of the message. */
  readonly reason: string;
}

export const done: Outcome = { kind: 'done', reason: '' };

export interface Provider {
  /** It knows our id again, so a message whose outcome is unknown may be sent once more. */
  readonly knowsIds: boolean;
  send(message: Outgoing): Promise<Outcome>;
}

/** A channel without a provider cannot be used. */
export type Providers = Readonly<Partial<Record<Channel, Provider>>>;
