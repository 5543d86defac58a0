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
  readonly code: string;
  /** What the receiver is told besides the code. */
  readonly says: string;
  readonly usableSeconds: number;
}

/** Errors: InvalidRequest (channel), NoWayToSend. */
export function sendCode(ctx: CommandContext, tx: Tx, { type, to, code, says, ...sent }: SentCode): void {
  const channel = sent.channel ?? (type === 'email' ? 'email' : 'text');
  if ((channel === 'email') !== (type === 'email')) {
    throw refuseField('channel', `does not reach an ${type}`, type === 'email' ? 'email' : 'text or voice');
  }
  mustHaveWayToSend(ctx, channel);
  if (!canReach(ctx, channel, to)) {
    throw refuseField('contactId', 'cannot be written to', 'a contact with a plain address or number');
  }
  const spoken = channel === 'voice' ? [...code].join(' ') : code;
  sendMessage(ctx, tx, {
    channel,
    to,
    subject: channel === 'email' ? 'Your code' : undefined,
    text: `Your code is ${spoken}. ${says}`,
    purpose: 'confirmationCode',
    personId: sent.personId,
    usableSeconds: sent.usableSeconds,
  });
}
