// What carries a message to its receiver. Our id goes with it.
import type { Outcome } from '#platform/work/claimed/claimed-work.ts';
import type { Channel } from '../tables.ts';

export interface Outgoing {
  readonly id: string;
  readonly channel: Channel;
  readonly to: string;
  readonly subject: string | null;
  readonly text: string;
  readonly purpose: string;
}

export interface Provider {
  /** It knows our id again, so a message whose outcome is unknown may be sent once more. */
  readonly knowsIds: boolean;
  send(message: Outgoing): Promise<Outcome>;
}

/** A channel without a provider cannot be used. */
export type Providers = Readonly<Partial<Record<Channel, Provider>>>;
