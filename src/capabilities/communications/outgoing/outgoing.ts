// A message as a provider gets it: to whom, from whom, and what comes before it in its thread.
import type { Settings } from '#capabilities/company/index.ts';
import { findInteraction } from '#capabilities/interactions/index.ts';
import { sealerOf, whereOfContact } from '#capabilities/people/index.ts';
import { type Outgoing, plainMessage } from '#capabilities/sending/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { openMessage } from '../content.ts';
import type { MessageRow } from '../tables.ts';
import type { Decision } from './decide.ts';
import type { Progressing } from './progress.ts';

/** So many of a thread are named: mail programs need the last ones. */
const threadMax = 20;

/** Null: what it says, or to whom it goes, was erased. */
export async function outgoingOf(
  { ctx, tx, owner, row }: Progressing,
  { contact, judged }: Decision,
  { communication, brandName }: Settings,
): Promise<Omit<Outgoing, 'attachments'> | null> {
  const sealer = sealerOf(ctx.vault, owner);
  const content = openMessage(sealer, row);
  const to = contact === null ? null : whereOfContact(sealer, owner, contact);
  if (content === null || to === null || row.channel === 'gui') return null;
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
    thread: await threadOf(tx, row),
    // A collector says in each email how to have them stopped (12 CFR 1006.6(e)).
    mayUnsubscribe: row.channel === 'email' && (!row.is_transactional || isCollectors),
  };
}

/** The messages before it in its thread, oldest first. */
async function threadOf(reader: Reader, row: MessageRow): Promise<string[]> {
  const { id, thread_id: threadId, position } = await findInteraction(reader, row.person_id, row.interaction_id);
  if (threadId === id) return [];
  const before = await reader.rows(
    reader.db
      .selectFrom('interactions')
      .select('message_id')
      .where('person_id', '=', row.person_id)
      .where('thread_id', '=', threadId)
      .where('message_id', 'is not', null)
      .where('position', '<', position)
      .orderBy('position', 'desc')
      .limit(threadMax),
  );
  return before.flatMap(({ message_id }) => message_id ?? []).reverse();
}
