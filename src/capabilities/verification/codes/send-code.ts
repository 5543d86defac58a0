// Sends a code to a contact. It goes out as the codes to sign in do, and is no interaction: agents read interactions, and
// whoever verifies a borrower must not read the code.
import { type Channel, canReach, mustHaveWayToSend, sendMessage } from '#capabilities/sending/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';

interface SentCode {
  readonly personId: string;
  readonly type: 'email' | 'phone';
  readonly to: string;
  readonly channel: Channel | undefined;
  /** In the words of each channel. */
  say(channel: Channel): { readonly subjectLine: string | null; readonly text: string };
  readonly usableSeconds: number;
}

/** Errors: InvalidRequest, NoWayToSend. */
export function sendCode(ctx: CommandContext, tx: Tx, { type, to, say, ...sent }: SentCode): void {
  const channel = sent.channel ?? (type === 'email' ? 'email' : 'text');
  if ((channel === 'email') !== (type === 'email')) {
    throw refuseField('channel', `does not reach an ${type}`, type === 'email' ? 'email' : 'text or voice');
  }
  mustHaveWayToSend(ctx, channel);
  if (!canReach(ctx, channel, to)) {
    throw refuseField('contactId', 'cannot be written to', 'a contact with a plain address or number');
  }
  const { subjectLine, text } = say(channel);
  sendMessage(ctx, tx, {
    channel,
    to,
    subject: channel === 'email' ? (subjectLine ?? 'Your code').replace(/[\r\n]+/g, ' ') : undefined,
    text,
    purpose: 'confirmationCode',
    personId: sent.personId,
    usableSeconds: sent.usableSeconds,
  });
}
