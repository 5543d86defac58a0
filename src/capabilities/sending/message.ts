// A message as commands ask for it: its row and the work of sending it are in their commit.
import type { CommandContext } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { redraw } from '#platform/db/races.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { start } from '#platform/states.ts';
import { isRightAddress } from './address.ts';
import { sendingErrors } from './errors.ts';
import { messageRows } from './message-rows.ts';
import type { Attachment, Language } from './providers/provider.ts';
import { messageStates } from './states.ts';
import type { Channel } from './tables.ts';

interface NewMessage {
  readonly channel: Channel;
  readonly to: string;
  /** Only an email has one. */
  readonly subject?: string | undefined;
  readonly text: string;
  /** What it is for, in a word, such as oneTimeCode. */
  readonly purpose: string;
  readonly userId?: string | undefined;
  /** The borrower it is about: it is erased with them. */
  readonly personId?: string | undefined;
  /** It is not sent later than so. For codes, which end. */
  readonly usableSeconds?: number | undefined;
}

/** What is kept of a message, sealed; of one in the mailbox all that a person sees. */
export interface Content {
  readonly to: string;
  readonly subject: string | null;
  readonly text: string;
  readonly html?: string | null;
  readonly from?: string | null;
  readonly replyTo?: string | null;
  readonly language?: Language;
  readonly thread?: readonly string[];
  readonly mayUnsubscribe?: boolean;
  readonly attachments?: readonly AttachmentKept[];
}

type AttachmentKept = Omit<Attachment, 'open'>;

export const contentPart = (id: string): string => `message.${id}`;

/** Addresses are the same whatever their case. */
export const toHash = (vault: Vault, { mode, companyId }: Realm, to: string): Buffer =>
  vault.nameHash(`${mode}/${companyId}`, 'messageTo', to.trim().toLowerCase());

/** Refuses if a message of the company could not go out. Errors: NoWayToSend. */
export function mustHaveWayToSend({ realm, settings }: SendAsked, channel: Channel): void {
  if (hasWayToSend({ realm, settings }, channel)) return;
  const { what, missing } = ways[channel];
  throw new Refusal(sendingErrors.NoWayToSend, `${what} can be sent: the operator has not set ${missing}.`, {
    data: { path: 'channel', expected: `the settings ${missing}` },
  });
}

const byReceiver = 'MESSAGES_WEBHOOK_URL and MESSAGES_WEBHOOK_SECRET';
const ways: Readonly<Record<Channel, { readonly what: string; readonly missing: string }>> = {
  email: { what: 'No email', missing: 'SMTP_URL and MAIL_FROM' },
  text: { what: 'No text message', missing: byReceiver },
  voice: { what: 'No call', missing: byReceiver },
  mail: { what: 'No letter', missing: 'LETTERS_DIR or LETTERS_SFTP_URL' },
};

type SendAsked = Pick<CommandContext, 'realm' | 'settings'>;

/** Whether a message could go there: for what is told to people without being asked. */
export const canReach = (asked: SendAsked, channel: Channel, to: string): boolean =>
  hasWayToSend(asked, channel) && isRightAddress(channel, to);

/** In test mode everything goes to the mailbox. */
export function hasWayToSend({ realm, settings: { sending } }: SendAsked, channel: Channel): boolean {
  if (realm.mode === 'test') return true;
  if (channel === 'mail') return Boolean(sending?.letters);
  return channel === 'email' ? Boolean(sending?.email) : Boolean(sending?.webhook);
}

/**
 * Sends a message once the command is committed; in test mode it is in the mailbox with the commit. Returns its id.
 * Errors: NoWayToSend.
 */
export function sendMessage(ctx: CommandContext, tx: Tx, message: NewMessage): string {
  const { channel, to, subject = null, text, purpose, userId, personId, usableSeconds } = message;
  mustHaveWayToSend(ctx, channel);
  if (!isRightAddress(channel, to)) throw new Error(`A message by ${channel} cannot go to such an address.`);
  if (/[\r\n]/.test(subject ?? '')) throw new Error('The subject of a message is one line.');
  const id = newId('MG');
  const content: Content = { to, subject, text };
  const now = ctx.machineMicros();
  const isKept = ctx.realm.mode === 'test';
  tx.write(
    tx.db.insertInto('messages').values({
      id,
      position: ctx.position(),
      channel,
      purpose,
      state: messageStates.move(start, isKept ? 'keep' : 'queue').to,
      person_id: personId ?? null,
      user_id: userId ?? null,
      to_hash: toHash(ctx.vault, ctx.realm, to),
      content_sealed: ctx.vault.companySealer(ctx.realm.companyId).seal(contentPart(id), JSON.stringify(content)),
      ...(isKept ? messageRows.ended : messageRows.putIn({ micros: () => now })),
      expires_at: usableSeconds === undefined ? null : now + usableSeconds * 1_000_000,
      last_failure: null,
      created_at: ctx.machineNow(),
      recorded_at: now,
    }),
    redraw('messages_pkey'),
  );
  if (!isKept) ctx.enqueue(messageRows.job, messageRows.keyOf({ id, channel }));
  return id;
}
