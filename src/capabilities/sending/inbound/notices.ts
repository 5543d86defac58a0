// What the operator's receiver of texts and calls tells by itself, and mail servers that post emails in place of leaving
// them in a mailbox. A call is signed as our own are, so an old one that somebody kept is refused.
import { createHash } from 'node:crypto';
import { companies } from '#capabilities/access/index.ts';
import { secondsOf } from '#platform/clock.ts';
import type { Realm } from '#platform/db/realm.ts';
import { isGenuine, singleHeaders } from '#platform/egress/genuine.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { sendingErrors } from '../errors.ts';
import { type MessageNamed, messageNamedBy, messagesNamedIn } from '../message-address.ts';
import { bouncedBy } from './delivery-status.ts';
import type { HeardOfMessage } from './heard.ts';
import { keepHeard, mustHaveRoom } from './keep-heard.ts';
import { answerIn } from './quoted-text.ts';
import { readEmail } from './read-email.ts';
import type { EmailNotice, MessageNotice } from './schemas.ts';
import { wishOf } from './wishes.ts';

/** Errors: NoticeNotSigned. */
export function mustBeSigned({ settings, headers, bytes, clock }: OpenContext): void {
  const secret = settings.sending?.inboundSecret;
  const delivery = { headers: singleHeaders(headers), body: bytes.toString('utf8') };
  if (secret && isGenuine([secret], delivery, secondsOf(clock))) return;
  throw new Refusal(sendingErrors.NoticeNotSigned, 'The signature of the notice is not right, or too old.');
}

interface Told {
  readonly realm: Realm;
  readonly key: string;
  readonly heard: HeardOfMessage;
}

/** Each company's are one commit: half of a call is taken again when it is repeated. Errors: TooManyRequests. */
async function keepAll(ctx: OpenContext, told: readonly Told[]): Promise<void> {
  const byRealm = Map.groupBy(told, ({ realm: { mode, companyId } }) => `${mode} ${companyId}`);
  for (const ofRealm of byRealm.values()) {
    const [{ realm }] = ofRealm as [Told];
    await ctx.transact(realm, async (tx) => {
      await mustHaveRoom(tx);
      for (const { key, heard } of ofRealm) await keepHeard(ctx, tx, key, heard);
    });
  }
}

/** Errors: InvalidRequest, TooManyRequests. */
export async function takeMessageNotices(ctx: OpenContext, notices: readonly MessageNotice[]): Promise<void> {
  const told: Told[] = [];
  for (const [i, notice] of notices.entries()) {
    const about = notice.reference == null ? undefined : messageNamedBy(ctx.vault, notice.reference);
    if (notice.reference != null && about === undefined) throw notOurs(`notices.${i}.reference`);
    const heard = heardIn(notice, about, i);
    for (const realm of await realmsOf(ctx, notice, about)) {
      told.push({ realm, key: keyOf('notice', notice.id), heard });
    }
  }
  await keepAll(ctx, told);
}

const notOurs = (path: string) => refuseField(path, 'is none of ours', 'the reference that came with the message');

/** Errors: InvalidRequest. */
function heardIn(notice: MessageNotice, about: MessageNamed | undefined, i: number): HeardOfMessage {
  const { type, reason, from, text } = notice;
  if (type === 'reply') {
    if (from == null) throw refuseField(`notices.${i}.from`, 'is missing', 'the number of whoever answered');
    const channel = notice.channel ?? 'text';
    const wish = wishOf(text ?? '', channel);
    return {
      kind: 'replied',
      messageId: about?.messageId ?? null,
      channel,
      from,
      subject: null,
      text: text ?? '',
      wish,
    };
  }
  if (about === undefined) throw refuseField(`notices.${i}.reference`, 'is missing', 'that of the message');
  if (type === 'delivered') return { kind: 'delivered', messageId: about.messageId };
  const isPermanent = type === 'unreachable';
  const code = reason ?? null;
  const why = isPermanent ? 'The number cannot be reached' : 'The provider could not deliver it';
  return {
    kind: 'bounced',
    messageId: about.messageId,
    isPermanent,
    code,
    reason: `${why}${code ? ` (${code})` : ''}.`,
  };
}

/** A number may be of borrowers of several companies; who asks for silence gets it from all that send by this receiver. */
async function realmsOf(
  { database }: OpenContext,
  { companyId }: MessageNotice,
  about: MessageNamed | undefined,
): Promise<readonly Realm[]> {
  if (about !== undefined) return [about.realm];
  const all = await companies(database);
  const named = companyId == null ? all : all.filter(({ id }) => id === companyId);
  return named.map(({ id }) => ({ mode: 'live', companyId: id }));
}

/** Errors: InvalidRequest, TooManyRequests. */
export async function takeEmailNotice(ctx: OpenContext, notice: EmailNotice): Promise<void> {
  if (notice.raw != null) {
    const { id, about, heard } = await readEmail(ctx.vault, Buffer.from(notice.raw, 'base64')).catch(() => {
      throw refuseField('raw', 'cannot be read', 'an email in base64, whose parts and headers have bounds');
    });
    if (about !== null && heard !== undefined) {
      await keepAll(ctx, [{ realm: about.realm, key: keyOf('email', id || notice.raw), heard }]);
    }
    return;
  }
  const { type, id, reference } = notice;
  if (type == null) throw refuseField('type', 'is missing', 'what happened, or `raw` with the whole email');
  if (id == null) throw refuseField('id', 'is missing', 'an id of what happened, by which a repeat is known');
  const [about] = messagesNamedIn(ctx.vault, reference ?? '');
  if (about === undefined)
    throw refuseField('reference', 'is none of ours', 'the Message-ID or the return path of ours');
  await keepAll(ctx, [{ realm: about.realm, key: keyOf('event', id), heard: heardOfEmail(notice, about.messageId) }]);
}

/** Errors: InvalidRequest. */
function heardOfEmail(
  { type, status, diagnostic, from, subject, text }: EmailNotice,
  messageId: string,
): HeardOfMessage {
  if (type === 'bounced') {
    return { ...bouncedBy({ diagnostic: diagnostic ?? '', status: status ?? '', said: '' }), messageId };
  }
  if (type !== 'reply') return { kind: type ?? 'delivered', messageId };
  if (from == null) throw refuseField('from', 'is missing', 'the address of whoever answered');
  const own = answerIn(text ?? '');
  const wish = wishOf(own, 'email');
  return { kind: 'replied', messageId, channel: 'email', from, subject: subject ?? null, text: own, wish };
}

/** Ids of others may be of any length. */
export const keyOf = (kind: string, id: string): string =>
  `${kind}.${createHash('sha256').update(id).digest('base64url')}`;
