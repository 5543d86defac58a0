// In test mode somebody plays the person who got a message, and the servers on the way to them.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { uuid } from '#platform/random.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { type Content, contentPart } from '../message.ts';
import type { MessageRow } from '../tables.ts';
import type { HeardOfMessage } from './heard.ts';
import { keepHeard, mustHaveRoom } from './keep-heard.ts';
import { wishOf } from './wishes.ts';

export const testOutcomes = ['delivered', 'opened', 'bounced', 'complained', 'optedOut'] as const;
type TestOutcome = (typeof testOutcomes)[number];

/** Errors: NotFound, InvalidRequest, TooManyRequests. */
export async function replyInTest(ctx: CommandContext, tx: Tx, id: string, text: string): Promise<void> {
  const { row, content } = await messageInTest(ctx, tx, id);
  if (row.channel === 'mail') {
    throw refuseField('testMessageId', 'is a letter, which nobody answers here', 'an email, a text message or a call');
  }
  const wish = wishOf(text, row.channel);
  const subject = row.channel === 'email' ? `Re: ${content.subject ?? ''}` : null;
  await keep(ctx, tx, { kind: 'replied', messageId: id, channel: row.channel, from: content.to, subject, text, wish });
}

/** Errors: NotFound, TooManyRequests. */
export async function happenInTest(ctx: CommandContext, tx: Tx, id: string, outcome: TestOutcome): Promise<void> {
  await messageInTest(ctx, tx, id);
  await keep(ctx, tx, heardAs(outcome, id));
}

function heardAs(kind: TestOutcome, messageId: string): HeardOfMessage {
  if (kind !== 'bounced') return { kind, messageId };
  const reason = 'It came back: there is no such mailbox (5.1.1).';
  return { kind, messageId, isPermanent: true, code: '5.1.1', reason };
}

async function keep(ctx: CommandContext, tx: Tx, heard: HeardOfMessage): Promise<void> {
  await mustHaveRoom(tx);
  const { vault, position } = ctx;
  const clock = { micros: () => ctx.machineMicros() };
  await keepHeard({ vault, clock, position }, tx, `test.${uuid()}`, heard);
}

/** Errors: NotFound. */
async function messageInTest({ realm, vault }: CommandContext, tx: Tx, id: string) {
  // In live mode people answer by themselves.
  if (realm.mode !== 'test') throw notFound('message', id, 'testMessageId');
  const row = (await tx.row(tx.db.selectFrom('messages').selectAll().where('id', '=', id))) as MessageRow | undefined;
  if (row?.content_sealed == null) throw notFound('message', id, 'testMessageId');
  const content = JSON.parse(
    vault.companySealer(realm.companyId).unseal(contentPart(id), row.content_sealed),
  ) as Content;
  return { row, content };
}
