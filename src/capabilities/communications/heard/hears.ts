// What is heard of messages from outside: that one arrived, was opened or came back, that somebody complained, answered,
// or wants no more. Each is a commit of the person, and the same thing heard again changes nothing.
import { timezoneOf } from '#capabilities/access/index.ts';
import { type MovingContext, movingInWork } from '#capabilities/cases/index.ts';
import { findInteraction, insertInteraction, nothingReported } from '#capabilities/interactions/index.ts';
import {
  heardEvents,
  holdPerson,
  markInvalid,
  optIn,
  optOut,
  type PersonRow,
  peopleReachedAt,
  reachesSince,
} from '#capabilities/people/index.ts';
import type { Heard, Hears } from '#capabilities/sending/index.ts';
import { workNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import { knownSubject } from '#platform/command/run-command.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { eventRecorder } from '#platform/events/record-events.ts';
import { persistently } from '#platform/work/operations/persistently.ts';
import { sendingEvents } from '../events.ts';
import { messageOf, personOfMessage } from '../outgoing/find.ts';
import { isBeingSent } from '../outgoing/message-rows.ts';
import { changeMessage, reportOf, tellFailed } from '../outgoing/progress.ts';
import { type PreparedMessage, sendToPerson } from '../outgoing/send-to-person.ts';
import { outgoingStates } from '../states.ts';
import type { MessageRow } from '../tables.ts';
import { answerOf } from './answer.ts';

/** What a person did, or what was done with a message to them. */
interface Hearing {
  readonly ctx: MovingContext;
  readonly tx: Tx;
  readonly owner: PersonRow;
  /** Null: it names no message of ours. */
  readonly row: MessageRow | null;
  readonly contactId: string | null;
  readonly answer: PreparedMessage | null;
}

type HeardOf<K extends Heard['kind']> = Extract<Heard, { readonly kind: K }>;

const provider = { type: 'provider', id: 'messages' } as const;

export const hears: Hears = async (tools, realm, heard) => {
  const reader = tools.database.reader(realm);
  if (heard.kind !== 'replied' || heard.messageId !== null) {
    const messageId = heard.messageId as string;
    const personId = await personOfMessage(reader, messageId);
    if (personId === undefined) return;
    const row = await messageOf(reader, { personId, id: messageId });
    const answer = await answerTo(tools, realm, heard, { personId, contactId: row?.contact_id ?? null });
    await hearOf(tools, realm, heard, { personId, messageId, contactId: null, answer });
    // START is a consent, and belongs to the thread that it answers.
    if (heard.kind === 'replied' && heard.channel === 'text' && heard.wish === 'stop')
      await fromNumber(tools, realm, heard, { but: personId, isAnswered: true });
    return;
  }
  await fromNumber(tools, realm, heard, { but: null, isAnswered: false });
};

/** Who shares a number shares what is wished for there, whichever of them the message was for. */
async function fromNumber(
  tools: WorkTools,
  realm: Realm,
  heard: HeardOf<'replied'>,
  { but, isAnswered }: { readonly but: string | null; readonly isAnswered: boolean },
): Promise<void> {
  const type = heard.channel === 'email' ? 'email' : 'phone';
  const reached = await peopleReachedAt(tools.database.reader(realm), tools.vault, type, heard.from);
  for (const [i, { personId, contactId }] of reached.filter((one) => one.personId !== but).entries()) {
    // Whoever shares a number hears one answer there.
    const answer = i === 0 && !isAnswered ? await answerTo(tools, realm, heard, { personId, contactId }) : null;
    await hearOf(tools, realm, heard, { personId, messageId: null, contactId, answer });
  }
}

/** Null: nothing is answered by itself. */
async function answerTo(
  tools: WorkTools,
  realm: Realm,
  heard: Heard,
  { personId, contactId }: Pick<Whose, 'personId' | 'contactId'>,
): Promise<PreparedMessage | null> {
  if (heard.kind !== 'replied' || heard.channel !== 'text' || contactId === null) return null;
  const { wish, text } = heard;
  return wish === 'help' || wish === 'stop' ? answerOf(tools, realm, { personId, contactId, wish, text }) : null;
}

interface Whose {
  readonly personId: string;
  readonly messageId: string | null;
  readonly contactId: string | null;
  /** What is answered by itself. */
  readonly answer: PreparedMessage | null;
}

const declared = [...sendingEvents, ...heardEvents];

const hearOf = (
  { database, clock, vault, position }: WorkTools,
  realm: Realm,
  heard: Heard,
  whose: Whose,
): Promise<void> =>
  persistently(() =>
    database.transact(realm, async (tx) => {
      const { personId, messageId } = whose;
      const held = await holdPerson(tx, personId);
      if (held === undefined || held.subject.erased_at !== null || !(await isNew(tx, personId, heard.key))) return;
      const [now, timezone] = await Promise.all([workNow(tx, clock), timezoneOf(tx)]);
      const row = messageId === null ? null : ((await messageOf(tx, { personId, id: messageId })) ?? null);
      // It is told again once it is known what became of it.
      if (row?.state === 'queued' && (await isBeingSent(tx, row)))
        throw new StillSending(`The message ${row.id} is still being sent.`);
      const maker = { realm, now, position, requestId: null, actor: provider, declared };
      const { emit, flush } = eventRecorder(maker, knownSubject(held));
      const given = { now, emit, timezone: timezone as string, actor: provider };
      const ctx = movingInWork({ realm, clock, vault, position }, given);
      const contactId = row?.contact_id ?? whose.contactId;
      tx.write(tx.db.insertInto('message_reports').values({ person_id: personId, key: heard.key, heard_at: now }));
      await hear({ ctx, tx, owner: held.subject, row, contactId, answer: whose.answer }, heard);
      flush(tx);
    }),
  );

class StillSending extends Error {}

async function isNew(tx: Tx, personId: string, key: string): Promise<boolean> {
  const known = tx.db.selectFrom('message_reports').select('key').where('person_id', '=', personId);
  return (await tx.row(known.where('key', '=', key))) === undefined;
}

async function hear(hearing: Hearing, heard: Heard): Promise<void> {
  switch (heard.kind) {
    case 'delivered':
      return takeDelivery(hearing);
    case 'opened':
      return takeOpening(hearing);
    case 'bounced':
      return takeBounce(hearing, heard);
    case 'complained':
    case 'optedOut':
      return takeWish(hearing, 'stop', 'email', '');
    case 'replied':
      return takeReply(hearing, heard);
  }
}

const mayBe = (row: MessageRow, verb: 'deliver' | 'bounce'): boolean => outgoingStates.from(verb).includes(row.state);

async function takeDelivery({ row, ...hearing }: Hearing): Promise<void> {
  if (row === null || !mayBe(row, 'deliver')) return;
  const { ctx, tx } = hearing;
  await reportOf({ ...hearing, row }, { status: 'succeeded', status_details: `${row.channel}Delivered` });
  const state = outgoingStates.move(row.state, 'deliver').to;
  changeMessage(ctx, tx, row, { state, delivered_at: row.delivered_at ?? ctx.now, sent_at: row.sent_at ?? ctx.now });
}

/** Whoever opens it has it. */
async function takeOpening({ row, ...hearing }: Hearing): Promise<void> {
  if (row === null || !mayBe(row, 'deliver')) return;
  const { ctx, tx } = hearing;
  await reportOf({ ...hearing, row }, { status: 'succeeded', status_details: `${row.channel}Opened` });
  const state = outgoingStates.move(row.state, 'deliver').to;
  const seen = { opened_at: row.opened_at ?? ctx.now, delivered_at: row.delivered_at ?? ctx.now };
  changeMessage(ctx, tx, row, { state, sent_at: row.sent_at ?? ctx.now, ...seen });
}

async function takeBounce({ row, contactId, ...hearing }: Hearing, { isPermanent, reason }: HeardOf<'bounced'>) {
  if (row === null || !mayBe(row, 'bounce')) return;
  const { ctx, tx } = hearing;
  if (row.state !== 'failed') {
    const undeliverable = row.channel === 'voice' ? {} : { undeliverable: true };
    await reportOf(
      { ...hearing, row },
      { status: 'failed', status_details: `${row.channel}Bounced`, ...undeliverable },
    );
    tellFailed({ ...hearing, row }, 'bounced');
    const state = outgoingStates.move(row.state, 'bounce').to;
    changeMessage(ctx, tx, row, { state, last_failure: reason.slice(0, reasonLengthMax) });
  }
  if (!isPermanent || contactId === null) return;
  // It tells nothing of an address that was put there after the message had left.
  const left = row.sent_at ?? row.created_at;
  if (await reachesSince({ ...hearing, contactId }, left)) await markInvalid({ ...hearing, contactId });
}

const reasonLengthMax = 500;

type Wish = NonNullable<HeardOf<'replied'>['wish']>;

async function takeWish(
  { contactId, ...hearing }: Hearing,
  asked: Wish | null,
  channel: HeardOf<'replied'>['channel'],
  text: string,
): Promise<void> {
  if (contactId === null) return;
  if (asked === 'stop') await optOut({ ...hearing, contactId }, channel);
  if (asked === 'start') await optIn({ ...hearing, contactId }, channel, text.slice(0, consentLengthMax) || 'START');
}

const consentLengthMax = 1_000;

/** An answer is an inbound interaction of the thread, about what the message was about. */
async function takeReply(hearing: Hearing, { channel, from, subject, text, wish: asked }: HeardOf<'replied'>) {
  const { ctx, tx, owner, row, contactId, answer } = hearing;
  const previous = row === null ? undefined : await findInteraction(tx, row.person_id, row.interaction_id);
  const inbound = insertInteraction(ctx, tx, owner, {
    ...nothingReported(channel),
    direction: 'inbound',
    status: 'succeeded',
    status_details: `${channel}Received`,
    started_at: ctx.now,
    subject: row?.subject ?? null,
    theme: row?.theme ?? 'opsServicing',
    contact_id: contactId,
    loan_ids: row?.loan_ids ?? [],
    case_id: row?.case_id ?? null,
    document_id: null,
    external_id: null,
    is_external: true,
    message_id: null,
    searchable: false,
    sensitive: previous?.sensitive ?? false,
    previous,
    content: {
      from: from.slice(0, 500),
      ...(subject !== null && { subjectLine: subject.slice(0, 1_000) }),
      text: text.slice(0, 100_000),
    },
  });
  await takeWish(hearing, asked, channel, text);
  if (answer !== null) await sendToPerson(ctx, tx, owner, { ...answer, previousInteractionId: inbound.id });
}
