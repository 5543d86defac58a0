// Sends messages: each is claimed work. A worker asks the guard once more, commits its claim, and then asks the provider
// of the channel; so what was forbidden since goes nowhere, and a message whose worker died is known as unknown. The claim
// is written to what is queued alone: the message and its interaction, which have many indexes, hear of the outcome.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type MovingContext, movingInWork } from '#capabilities/cases/index.ts';
import type { Settings } from '#capabilities/company/index.ts';
import { endOfErased, findInteraction, type InteractionRow, reportOfErased } from '#capabilities/interactions/index.ts';
import { holdFreePerson, holdPerson, type PersonRow } from '#capabilities/people/index.ts';
import type { Outgoing, ProvidersOf } from '#capabilities/sending/index.ts';
import { system } from '#platform/actor.ts';
import type { WorkTools } from '#platform/capability.ts';
import { type Found, knownSubject } from '#platform/command/run-command.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { eventRecorder } from '#platform/events/record-events.ts';
import type { ArrivedContent } from '#platform/http/endpoint.ts';
import { spread } from '#platform/work/claimed/back-off.ts';
import { type ClaimedWork, claimedWork, done, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import { sendingEvents } from '../events.ts';
import { outgoingStates } from '../states.ts';
import type { MessageRow, QueuedRow } from '../tables.ts';
import { isCarried } from '../words.ts';
import { type AttachmentRows, attachmentsOf, openAttachments } from './attachments.ts';
import { type Decision, decide } from './decide.ts';
import { isDisabled, withoutText } from './disabled.ts';
import { messageOf } from './find.ts';
import { documentEvents, hasRoomFor, keepDocument } from './keep-document.ts';
import { type KnownTogether, knownTogether } from './known-together.ts';
import { documentOf, letterOf, type Paper } from './letter.ts';
import { outgoingRows, takeFromQueue } from './message-rows.ts';
import { outgoingOf, paperOf } from './outgoing.ts';
import { changeMessage, keepVerdictOf, putOff, reportOf, tellFailed, tellSent } from './progress.ts';

type Ref = Pick<QueuedRow, 'person_id' | 'id' | 'channel'>;
type Held = Found<PersonRow> | undefined;
type Tools = WorkTools & { readonly known: KnownTogether };

/** Mean waits after the first, second … try. After the last one a message is given up. */
const waitsSeconds = [1, 5, 30, 120, 600, 1_800, 3_600, 3_600, 7_200, 14_400];

/** More than there are connections to a mail server: while some go out, the next ones are asked about in one commit. */
const atOnceMax = 32;
/** Requests wait for no more than a few, and so does whoever takes a consent back while a mail server is slow. */
const atOnceBesideRequests = 8;

export const sendingMessages = (providersOf: ProvidersOf): ClaimedWork<WorkTools, Ref> =>
  claimedWork({
    rows: outgoingRows,
    line: ({ mode }, { channel }) => `${mode} ${channel}`,
    atOnceMax,
    atOnceBesideRequests,
    restsBesideRequests: true,
    atOnceWhileSlow: atOnceBesideRequests,
    backOffSeconds: spread(waitsSeconds),
    inVain: 'a message to a borrower was not sent',
    shared: { about: 'person_id', firstIfFree: (tx, { person_id }) => holdFreePerson(tx, person_id) },
    doing(tools: WorkTools) {
      const known = knownTogether(tools);
      const providers = { live: providersOf(tools, 'live'), test: providersOf(tools, 'test') };
      const providerOf = ({ mode }: Realm, { channel }: Pick<MessageRow, 'channel'>) =>
        isCarried(channel) ? providers[mode][channel] : undefined;
      return {
        first: (tx, { person_id }) => holdPerson(tx, person_id),
        restsUntil: (realm, ref) => providerOf(realm, ref)?.restsUntil?.(),
        take: (tx, row, held) => takeMessage({ ...tools, known }, tx, row, held),
        async act({ realm, row, taken: { way, timezone, message: tried }, lease }): Promise<Outcome & Made> {
          if ('paper' in way) {
            return { ...(await orNoPaper(() => makePaper(tools, way.paper, row.person_id, timezone))), tried };
          }
          const provider = providerOf(realm, row);
          if (provider === undefined) return { kind: 'later', reason: `nothing is set up for ${row.channel}`, tried };
          const send = (outgoing: Outgoing) => provider.send(outgoing, lease.isMine);
          return { ...(await handOver(tools, send, way, timezone)), tried };
        },
        conclude: (tx, row, said, held) => conclude({ ...tools, known }, tx, row, said, held),
        // A document that was not kept is made anew.
        mayRepeat: (row, realm) => row.channel === 'document' || providerOf(realm, row)?.knowsIds === true,
      };
    },
  });

/** What `act` says besides the outcome; of a document its content. */
interface Made {
  /** Nobody but its worker changes a message that is being sent, except that erasing takes its text. */
  readonly tried?: MessageRow;
  readonly arrived?: ArrivedContent;
}

async function makePaper(tools: WorkTools, paper: Paper, personId: string, timezone: string): Promise<Outcome & Made> {
  return { ...done, arrived: await documentOf(tools, paper, { personId, timezone }) };
}

/** A letter is set as a PDF first; other documents are printed behind it. */
async function handOver(
  tools: WorkTools,
  send: (outgoing: Outgoing) => Promise<Outcome>,
  { outgoing, attachments }: ByProvider,
  timezone: string,
): Promise<Outcome> {
  const attached = openAttachments(tools, outgoing.realm, attachments);
  if (outgoing.channel !== 'mail') return send({ ...outgoing, attachments: attached });
  return orNoPaper(async () => {
    const letter = await letterOf(tools, outgoing, timezone);
    return send({ ...outgoing, attachments: [letter, ...attached] });
  });
}

async function orNoPaper<T extends Outcome>(work: () => Promise<T>): Promise<T | Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: 'refused', reason: `no paper could be made of it (${error.kind.errorType})` };
  }
}

interface ByProvider {
  readonly outgoing: Omit<Outgoing, 'attachments'>;
  readonly attachments: AttachmentRows;
}

type Way = ByProvider | { readonly paper: Paper };

interface Taken {
  readonly timezone: string;
  readonly set: Partial<QueuedRow>;
  readonly way: Way;
  readonly message: MessageRow;
}

/** Undefined: it is not sent now. Then its row says what becomes of it. */
async function takeMessage(tools: Tools, tx: Tx, queued: QueuedRow, held: Held): Promise<Taken | undefined> {
  if (held === undefined || held.subject.erased_at !== null) return takeBackOfErased(tools, tx, queued);
  return recording(tools, tx, held, async (ctx) => {
    const { person_id: personId, id } = queued;
    const owner = held.subject;
    const [{ guard, choose }, interaction, row] = await Promise.all([
      tools.known.asked(tx, { personId, now: ctx.now, timezone: ctx.timezone }),
      findInteraction(tx, personId, queued.interaction_id),
      theMessage(tx, { personId, id }),
    ]);
    const going = { ctx, tx, owner, row, interaction };
    const isStopped = await isDisabled(choose, guard, row);
    const decision = isStopped ? withoutText : decide(guard, personId, row, ctx);
    if (decision.becomes !== 'sent') return void (await putOff(going, decision));
    const way = await wayOf(tools, going, decision, guard.settings);
    if (typeof way === 'string') return void (await refuse(going, way));
    keepVerdictOf(going, decision.judged, true);
    const set = { contact_id: decision.contact?.id ?? null, started_at: ctx.now };
    return { timezone: ctx.timezone, set, way, message: row };
  });
}

/** A worker was at it when its borrower was erased, and it has not gone out. */
async function takeBackOfErased({ known }: Tools, tx: Tx, queued: QueuedRow): Promise<undefined> {
  const { person_id: personId, id, interaction_id } = queued;
  const [row, interaction, when] = await Promise.all([
    theMessage(tx, { personId, id }),
    findInteraction(tx, personId, interaction_id),
    known.when(tx, undefined),
  ]);
  takeFromQueue(tx, row);
  endOfErased(when, tx, interaction);
  changeMessage(when, tx, row, { state: outgoingStates.move(row.state, 'cancel').to });
}

async function theMessage(tx: Tx, key: { readonly personId: string; readonly id: string }): Promise<MessageRow> {
  const row = await messageOf(tx, key);
  if (row === undefined) throw new Error(`The message ${key.id} is queued, and is not there.`);
  return row;
}

const erased = 'what it says was erased';

/** A sentence: why it cannot be sent. */
async function wayOf(tools: Tools, going: Going, decision: Decision, settings: Settings): Promise<Way | string> {
  const { tx, owner, row } = going;
  if (row.channel === 'document') {
    const paper = paperOf(going);
    if (paper === null) return erased;
    return (await hasRoomFor(tx, row.person_id)) ? { paper } : 'the borrower has as many documents as there may be';
  }
  const [outgoing, attachments] = await Promise.all([
    outgoingOf(going, decision, settings),
    attachmentsOf(tx, tools.vault, owner, row),
  ]);
  if (outgoing === null) return erased;
  return typeof attachments === 'string' ? attachments : { outgoing, attachments };
}

type Going = Parameters<typeof reportOf>[0];

async function refuse(going: Going, why: string): Promise<void> {
  await reportOf(going, { status: 'failed', status_details: `${going.row.channel}Refused`, started_at: going.ctx.now });
  tellFailed(going, 'refused');
  const state = outgoingStates.move(going.row.state, 'refuse').to;
  changeMessage(going.ctx, going.tx, going.row, { state, last_failure: why });
  takeFromQueue(going.tx, going.row);
}

const verbs = { done: 'accept', refused: 'refuse', later: 'tryAgain', unknown: 'lose' } as const;

async function conclude(
  tools: Tools,
  tx: Tx,
  queued: QueuedRow,
  said: Outcome & Made,
  held: Held,
): Promise<Partial<QueuedRow>> {
  const { person_id: personId, id, tries } = queued;
  // Neither the message nor its interaction has anything to say of it.
  if (said.isUntried) return { last_failure: said.reason };
  const [row, interaction] = await Promise.all([
    said.tried ?? theMessage(tx, { personId, id }),
    findInteraction(tx, personId, queued.interaction_id),
  ]);
  const last_failure = said.reason || null;
  const contact_id = queued.contact_id ?? row.contact_id;
  const changed = { tries, contact_id, last_failure, ...(row.blocked_by.length > 0 && { blocked_by: [] }) };
  const begun = (now: Instant) => ({ contact_id, started_at: queued.started_at ?? interaction.started_at ?? now });
  if (held === undefined || held.subject.erased_at !== null) {
    const when = await tools.known.when(tx, undefined);
    // The borrower has no page any more on which a document could lie.
    const kind = said.arrived === undefined ? said.kind : 'refused';
    const report = { ...begun(when.now), ...reported(row.channel, kind) };
    if (saysMore(interaction, kind)) reportOfErased(when, tx, interaction, report);
    const state = outgoingStates.move(row.state, verbs[kind]).to;
    changeMessage(when, tx, row, kind === 'done' ? { ...changed, state, sent_at: when.now } : { ...changed, state });
    return { last_failure };
  }
  const state = outgoingStates.move(row.state, verbs[said.kind]).to;
  await recording(tools, tx, held, async (ctx) => {
    const going = { ctx, tx, owner: held.subject, row, interaction };
    const report = { ...begun(ctx.now), ...reported(row.channel, said.kind) };
    if (said.kind !== 'done') {
      if (saysMore(interaction, said.kind)) await reportOf(going, report);
      if (said.kind !== 'later') tellFailed(going, said.kind);
      return void changeMessage(ctx, tx, row, { ...changed, state });
    }
    const made = said.arrived === undefined ? null : await keepDocument(tools, going, said.arrived);
    await reportOf(going, made === null ? report : { ...report, document_id: made });
    tellSent(going);
    const sent = { ...changed, state, sent_at: ctx.now };
    return void changeMessage(ctx, tx, row, made === null ? sent : { ...sent, document_ids: [made] });
  });
  return { last_failure };
}

function reported(channel: MessageRow['channel'], kind: Outcome['kind']) {
  switch (kind) {
    case 'done':
      return { status: 'succeeded', status_details: `${channel}Sent` } as const;
    case 'refused':
      return { status: 'failed', status_details: `${channel}Refused` } as const;
    case 'later':
      return { status: 'attempted', status_details: 'sending' } as const;
    case 'unknown':
      return { status: 'attempted', status_details: 'unknown' } as const;
  }
}

/** That it is tried once more is said once. */
const saysMore = ({ status }: InteractionRow, kind: Outcome['kind']): boolean =>
  kind !== 'later' || status !== 'attempted';

const declared = [...sendingEvents, ...documentEvents];

/** Work on a message of a person who is held, with what it tells. */
async function recording<T>(
  { clock, vault, position, known }: Tools,
  tx: Tx,
  held: Found<PersonRow>,
  work: (ctx: MovingContext) => Promise<T>,
): Promise<T> {
  const { now, timezone } = await known.when(tx, undefined);
  const { realm } = tx;
  const maker = { realm, now, position, requestId: null, actor: system, declared };
  const { emit, flush } = eventRecorder(maker, knownSubject(held));
  const ctx = movingInWork({ realm, clock, vault, position }, { now, emit, timezone, actor: system });
  const done = await work(ctx);
  flush(tx);
  return done;
}
