// A message as a provider gets it: to whom, from whom, and what comes before it in its thread.
import type { Settings } from '#capabilities/company/index.ts';
import { messagesBefore } from '#capabilities/interactions/index.ts';
import { sealerOf, whereOfContact } from '#capabilities/people/index.ts';
import { type Outgoing, plainMessage } from '#capabilities/sending/index.ts';
import { openMessage } from '../content.ts';
import { isCarried } from '../words.ts';
import type { Decision } from './decide.ts';
import type { Paper } from './letter.ts';
import { interactionOf, type Progressing } from './progress.ts';

/** Null: what it says was erased. */
export function paperOf({ ctx, owner, row }: Progressing): Paper | null {
  const content = openMessage(sealerOf(ctx.vault, owner), row);
  if (content === null) return null;
  const { subjectLine: subject, text, html } = content;
  return { realm: ctx.realm, id: row.id, subject, text: text ?? '', html, purpose: row.subject };
}

/** Null: what it says, or to whom it goes, was erased. */
export async function outgoingOf(
  going: Progressing,
  { contact, judged }: Decision,
  { communication, brandName }: Settings,
): Promise<Omit<Outgoing, 'attachments'> | null> {
  const { ctx, tx, owner, row } = going;
  const sealer = sealerOf(ctx.vault, owner);
  const content = openMessage(sealer, row);
  const to = contact === null ? null : whereOfContact(sealer, owner, contact);
  if (content === null || to === null || !isCarried(row.channel)) return null;
  const isCollectors = judged?.verdict.party === 'collector';
  return {
    ...plainMessage,
    realm: ctx.realm,
    id: row.id,
    channel: row.channel,
    to,
    subject: content.subjectLine,
    text: content.text ?? '',
    html: content.html,
    purpose: row.subject,
    language: row.language,
    personId: row.person_id,
    senderName: communication?.fromName ?? brandName ?? null,
    replyTo: communication?.replyToEmail ?? null,
    thread: await messagesBefore(tx, await interactionOf(going)),
    // A collector says in each email how to have them stopped (12 CFR 1006.6(e)).
    mayUnsubscribe: row.channel === 'email' && (!row.is_transactional || isCollectors),
  };
}
