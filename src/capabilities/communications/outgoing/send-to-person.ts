// Sends a message to a borrower, in the commit of whoever asks for it: the message, its interaction, what the guard says
// and the events. Nothing leaves the house here; a worker takes what is queued.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { MovingContext } from '#capabilities/cases/index.ts';
import { keepMessageVerdict, type MessageGuard, messageGuard } from '#capabilities/compliance/index.ts';
import {
  findInteraction,
  type InteractionRow,
  insertInteraction,
  nothingReported,
} from '#capabilities/interactions/index.ts';
import { type PersonRow, sealerOf, whereOfContact } from '#capabilities/people/index.ts';
import { preparedInsert } from '#platform/db/prepared.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { start } from '#platform/states.ts';
import { type MessageContent, sealMessage } from '../content.ts';
import { outgoingStates } from '../states.ts';
import { type MessageRow, outgoingMessages } from '../tables.ts';
import { type Decision, decide } from './decide.ts';
import { messageByOnceKey } from './find.ts';
import { outgoingRows, putInQueue } from './message-rows.ts';
import { tellBlocked, tellFailed, tellSent, waitingDetails } from './progress.ts';

/** All that is needed to send it: its text is made. */
export type PreparedMessage = Pick<
  MessageRow,
  | 'origin'
  | 'once_key'
  | 'channel'
  | 'subject'
  | 'theme'
  | 'contact_id'
  | 'is_contact_named'
  | 'loan_ids'
  | 'case_id'
  | 'statement_id'
  | 'document_ids'
  | 'content_ids'
  | 'may_attach_sensitive'
  | 'language'
  | 'is_transactional'
  | 'is_autodialed'
  | 'template_version_id'
> & {
  readonly personId: string;
  readonly sendAt: Instant | null;
  readonly sensitive: boolean;
  readonly content: MessageContent;
  readonly previousInteractionId: string | null;
  readonly externalId: string | null;
};

export interface SentMessage {
  readonly row: InteractionRow;
  readonly message: MessageRow;
  /** The key was used before: nothing was written. */
  readonly isRepeat: boolean;
}

/**
 * The caller has locked the person, and declares `sendingEvents`. Where several messages share a commit, a guard that was
 * made for all their people may be given, and what is queued may be collected. Errors: NotFound (previousInteractionId), DuplicateExternalId.
 */
export async function sendToPerson(
  ctx: MovingContext,
  tx: Tx,
  owner: PersonRow,
  message: PreparedMessage,
  { guard, queued = (row) => outgoingRows.enqueue(tx, ctx.position, row) }: SharedSending = {},
): Promise<SentMessage> {
  const earlier = await earlierOf(tx, message);
  if (earlier !== undefined) return earlier;
  const { sendAt } = message;
  const isLater = sendAt !== null && sendAt > ctx.now;
  const decision = isLater ? null : await decisionNow(ctx, tx, message, guard);
  const sent = await write(ctx, tx, owner, message, decision);
  if (sent.message.state === 'queued') queued(sent.message);
  return sent;
}

interface SharedSending {
  readonly guard?: MessageGuard | undefined;
  /** Puts what is queued in for the workers. */
  queued?(row: MessageRow): void;
}

async function earlierOf(tx: Tx, { personId, once_key: onceKey }: PreparedMessage): Promise<SentMessage | undefined> {
  const before = onceKey === null ? undefined : await messageByOnceKey(tx, personId, onceKey);
  if (before === undefined) return undefined;
  const row = await findInteraction(tx, personId, before.interaction_id);
  return { row, message: before, isRepeat: true };
}

async function decisionNow(
  ctx: MovingContext,
  tx: Tx,
  message: PreparedMessage,
  given: MessageGuard | undefined,
): Promise<Decision> {
  const { now, timezone, vault } = ctx;
  const { personId } = message;
  const guard = given ?? (await messageGuard({ reader: tx, vault }, { people: [personId], now, timezone }));
  return decide(guard, personId, { ...message, interaction_id: null }, ctx);
}

/** By what the first step of a message is named. Null: it is sent later. */
function firstVerb(channel: MessageRow['channel'], decision: Decision | null) {
  if (decision === null) return 'schedule';
  const { becomes } = decision;
  if (becomes === 'sent') return channel === 'gui' ? 'show' : 'queue';
  return ({ held: 'hold', dropped: 'drop', noContact: 'refuse' } as const)[becomes];
}

async function write(
  ctx: MovingContext,
  tx: Tx,
  owner: PersonRow,
  message: PreparedMessage,
  decision: Decision | null,
): Promise<SentMessage> {
  const { personId, content, previousInteractionId: named, sendAt, sensitive, externalId, ...columns } = message;
  const verb = firstVerb(message.channel, decision);
  const id = newId('EM');
  const contact_id = decision?.contact?.id ?? message.contact_id;
  const previous =
    named === null ? undefined : await namedIn('previousInteractionId', findInteraction(tx, personId, named));
  const sealer = sealerOf(ctx.vault, owner);
  const interaction = insertInteraction(ctx, tx, owner, {
    ...nothingReported(message.channel),
    ...reportOfFirst(ctx.now, verb, decision, sendAt),
    subject: message.subject,
    theme: message.theme,
    is_autodialed: message.channel === 'voice' || message.channel === 'text' ? message.is_autodialed : null,
    is_transactional: message.is_transactional,
    sensitive,
    external_id: externalId,
    externalIdField: 'interactionExternalId',
    contact_id,
    loan_ids: message.loan_ids,
    case_id: message.case_id,
    document_id: message.document_ids[0] ?? null,
    is_external: false,
    message_id: id,
    searchable: false,
    previous,
    content: contentShown(content, decision?.contact ? whereOfContact(sealer, owner, decision.contact) : null),
  });
  const state = outgoingStates.move(start, verb).to;
  const row: MessageRow = {
    ...columns,
    person_id: personId,
    id,
    company_id: ctx.realm.companyId,
    position: ctx.position(),
    interaction_id: interaction.id,
    state,
    contact_id,
    content_sealed: sealMessage(sealer, id, content),
    blocked_by: [...(decision?.blockedBy ?? [])],
    act_at: verb === 'schedule' ? sendAt : verb === 'hold' ? (decision?.until ?? null) : null,
    tries: 0,
    last_failure: verb === 'refuse' ? 'there is no contact to send it to' : null,
    sent_at: verb === 'show' ? ctx.now : null,
    delivered_at: null,
    opened_at: null,
    ...madeBy(ctx.actor),
    created_at: ctx.now,
    updated_at: null,
  };
  insert(tx, row);
  if (verb === 'queue') putInQueue(ctx, tx, row);
  if (decision?.judged) {
    const leaves = verb === 'show';
    keepMessageVerdict(tx, { personId, interactionId: interaction.id, now: ctx.now, leaves }, decision.judged);
  }
  const told = { ctx, tx, owner, row };
  if (verb === 'show') tellSent(told);
  if (verb === 'refuse') tellFailed(told, 'noContact');
  if (decision !== null && (verb === 'hold' || verb === 'drop')) {
    tellBlocked(told, verb === 'hold' ? 'held' : 'dropped', decision);
  }
  return { row: interaction, message: row, isRepeat: false };
}

/** What the interaction says of the first step. */
function reportOfFirst(
  now: Instant,
  verb: ReturnType<typeof firstVerb>,
  decision: Decision | null,
  sendAt: Instant | null,
): Pick<InteractionRow, 'status' | 'status_details' | 'started_at' | 'scheduled_at_from'> {
  const waits = { status: 'scheduled', started_at: null } as const;
  switch (verb) {
    case 'schedule':
      return { ...waits, status_details: 'waitsForItsTime', scheduled_at_from: sendAt };
    case 'queue':
      return { ...waits, status_details: 'queued', scheduled_at_from: now };
    case 'hold':
      return {
        ...waits,
        status_details: waitingDetails(decision as Decision),
        scheduled_at_from: decision?.until ?? now,
      };
    case 'drop':
      return { status: 'canceled', status_details: 'droppedByRules', started_at: null, scheduled_at_from: null };
    case 'show':
      return { status: 'succeeded', status_details: 'guiShown', started_at: now, scheduled_at_from: null };
    case 'refuse':
      return { status: 'failed', status_details: 'noContact', started_at: now, scheduled_at_from: null };
  }
}

/** What the interaction keeps of it. The HTML of an email stands with the message. */
const contentShown = ({ subjectLine, text }: MessageContent, to: string | null) => ({
  ...(to !== null && { to: to.slice(0, toLengthMax) }),
  ...(subjectLine !== null && { subjectLine }),
  ...(text !== null && { text }),
});

const toLengthMax = 500;

function insert(tx: Tx, row: MessageRow): void {
  const { company_id: _, ...columns } = row;
  tx.write(insertPlace(tx.db, { id: row.id, person_id: row.person_id }), redraw('message_places_pkey'));
  tx.write(insertRow(tx.db, columns));
}

const insertPlace = preparedInsert('message_places', ['id', 'person_id']);
const insertRow = preparedInsert(
  'outgoing_messages',
  outgoingMessages.all.filter((column) => column !== 'company_id'),
);
