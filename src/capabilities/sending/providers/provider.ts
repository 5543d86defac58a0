// What carries a message to its receiver. Our id goes with it.
import type { WorkTools } from '#platform/capability.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';
import type { Outcome } from '#platform/work/claimed/claimed-work.ts';
import type { Channel } from '../tables.ts';

export interface Attachment {
  /** The document that it is of. Null: of none. */
  readonly documentId: string | null;
  readonly fileName: string;
  readonly contentType: string;
  readonly contentLength: number;
  /** Its bytes are read while the message is sent. */
  open(): AsyncIterable<Buffer>;
}

export interface Outgoing {
  readonly realm: Realm;
  readonly id: string;
  readonly channel: Channel;
  /** An email address, a telephone number; of a letter the lines of its address. */
  readonly to: string;
  readonly subject: string | null;
  readonly text: string;
  /** Only an email has it, beside the text. */
  readonly html: string | null;
  readonly purpose: string;
  readonly language: Language;
  readonly personId: string | null;
  /** What stands before the address of MAIL_FROM. Null: what the operator has set. */
  readonly senderName: string | null;
  readonly replyTo: string | null;
  /** The ids of our messages before it in its thread, oldest first. */
  readonly thread: readonly string[];
  /** True: whoever gets it may refuse further ones of its kind, by a link. */
  readonly mayUnsubscribe: boolean;
  /** They are what is printed, where the message is a letter. */
  readonly attachments: readonly Attachment[];
}

export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** A message that has nothing but its words. */
export const plainMessage = {
  html: null,
  language: 'en',
  personId: null,
  senderName: null,
  replyTo: null,
  thread: [],
  mayUnsubscribe: false,
  attachments: [],
} as const satisfies Partial<Outgoing>;

export interface Provider {
  /** It knows our id again, so a message whose outcome is unknown may be sent once more. */
  readonly knowsIds: boolean;
  /** The machine instant until which it is let alone, because it refuses everything. Undefined: it is asked. */
  restsUntil?(): number | undefined;
  /** One that lets messages wait for their turn asks `isMine` when it has come: of a claim that has ended nothing leaves. */
  send(message: Outgoing, isMine?: () => boolean): Promise<Outcome>;
}

/** A channel without a provider cannot be used. */
export type Providers = Readonly<Partial<Record<Channel, Provider>>>;

export type ProviderTools = Pick<WorkTools, 'database' | 'vault' | 'clock' | 'settings' | 'position'>;

/** Who carries messages: in live mode as the operator has set it, in test mode the mailbox. */
export type ProvidersOf = (tools: ProviderTools, mode: Mode) => Providers;
