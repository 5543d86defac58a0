// Sends messages: each is claimed work. A worker asks the guard once more, commits its claim, and then asks the provider
// of the channel; so what was forbidden since goes nowhere, and a message whose worker died is known as unknown.
import { timezoneOf } from '#capabilities/access/index.ts';
import { type MovingContext, movingInWork } from '#capabilities/cases/index.ts';
import { messageGuard } from '#capabilities/compliance/index.ts';
import { holdPerson, type PersonRow } from '#capabilities/people/index.ts';
import type { Outgoing, Providers, ProvidersOf } from '#capabilities/sending/index.ts';
import { system } from '#platform/actor.ts';
import { workNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import { type Found, knownSubject } from '#platform/command/run-command.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { eventRecorder } from '#platform/events/record-events.ts';
import { spread } from '#platform/work/claimed/back-off.ts';
import { type ClaimedWork, claimedWork, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import { sendingEvents } from '../events.ts';
import { outgoingStates } from '../states.ts';
import type { MessageRow } from '../tables.ts';
import { type AttachmentRows, attachmentsOf, openAttachments } from './attachments.ts';
import { decide } from './decide.ts';
import { letterOf } from './letter.ts';
import { outgoingRows } from './message-rows.ts';
import { outgoingOf } from './outgoing.ts';
import { changeMessage, keepVerdictOf, putOff, reportOf, tellFailed, tellSent } from './progress.ts';

type Ref = Pick<MessageRow, 'person_id' | 'id' | 'channel'>;
type Held = Found<PersonRow> | undefined;
type Provider = NonNullable<Providers['email']>;

/** Mean waits after the first, second … try. After the last one a message is given up. */
const waitsSeconds = [1, 5, 30, 120, 600, 1_800, 3_600, 3_600, 7_200, 14_400];

/** More than there are connections to a mail server: some are asked about while others go out. */
const atOnceMax = 8;

export const sendingMessages = (providersOf: ProvidersOf): ClaimedWork<WorkTools, Ref> =>
  claimedWork({
    rows: outgoingRows,
    line: (_realm, { channel }) => channel,
    atOnceMax,
    backOffSeconds: spread(waitsSeconds),
    inVain: 'a message to a borrower was not sent',
    doing(tools: WorkTools) {
      const providers = { live: providersOf(tools, 'live'), test: providersOf(tools, 'test') };
      const providerOf = ({ mode }: Realm, { channel }: Pick<MessageRow, 'channel'>) =>
        channel === 'gui' ? undefined : providers[mode][channel];
      return {
        first: (tx, { person_id }) => holdPerson(tx, person_id),
        take: (tx, row, held) => takeMessage(tools, tx, row, held),
        async act({ realm, row, taken }): Promise<Outcome> {
          const provider = providerOf(realm, row);
          if (provider === undefined) return { kind: 'later', reason: `nothing is set up for ${row.channel}` };
          return handOver(tools, provider, taken);
        },
        conclude: (tx, row, outcome, held) => conclude(tools, tx, row, outcome, held),
        mayRepeat: (row, realm) => providerOf(realm, row)?.knowsIds === true,
      };
    },
  });

/** A letter is set as a PDF first; other documents are printed behind it. */
async function handOver(tools: WorkTools, provider: Provider, taken: Taken): Promise<Outcome> {
  const { outgoing, timezone } = taken;
  const attached = openAttachments(tools, outgoing.realm, taken.attachments);
  if (outgoing.channel !== 'mail') return provider.send({ ...outgoing, attachments: attached });
  try {
    const letter = await letterOf(tools, outgoing, timezone);
    return await provider.send({ ...outgoing, attachments: [letter, ...attached] });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: 'refused', reason: `no letter could be made of it (${error.kind.errorType})` };
  }
}

interface Taken {
  readonly timezone: string;
  readonly set: Partial<MessageRow>;
  readonly outgoing: Omit<Outgoing, 'attachments'>;
  readonly attachments: AttachmentRows;
}

/** Undefined: it is not sent now. Then its row says what becomes of it. */
async function takeMessage(tools: WorkTools, tx: Tx, row: MessageRow, held: Held): Promise<Taken | undefined> {
  if (held === undefined || held.subject.erased_at !== null) return undefined;
  return recording(tools, tx, held, async (ctx) => {
    const { person_id: personId } = row;
    const owner = held.subject;
    const going = { ctx, tx, owner, row };
    const guard = await messageGuard({ reader: tx, vault: tools.vault }, { ...ctx, people: [personId] });
    const decision = decide(guard, personId, row, ctx);
    if (decision.becomes !== 'sent') return void (await putOff(going, decision));
    const [outgoing, attachments] = await Promise.all([
      outgoingOf(going, decision, guard.settings),
      attachmentsOf(tx, tools.vault, owner, row.document_ids),
    ]);
    if (outgoing === null || attachments.missing !== null) {
      const why = outgoing === null ? 'what it says was erased' : `the document ${attachments.missing} is not there`;
      return void (await refuse(going, why));
    }
    keepVerdictOf(going, decision.judged);
    const contact_id = decision.contact?.id ?? null;
    await reportOf(going, { status: 'attempted', status_details: 'sending', started_at: ctx.now, contact_id });
    const state = outgoingStates.move(row.state, 'take').to;
    return {
      timezone: ctx.timezone,
      set: { state, contact_id, blocked_by: [] },
      outgoing,
      attachments: attachments.rows,
    };
  });
}

type Going = Parameters<typeof reportOf>[0];

async function refuse(going: Going, why: string): Promise<void> {
  await reportOf(going, { status: 'failed', status_details: `${going.row.channel}Refused`, started_at: going.ctx.now });
  tellFailed(going, 'refused');
  const state = outgoingStates.move(going.row.state, 'refuse').to;
  changeMessage(going.ctx, going.tx, going.row, { state, last_failure: why, ...outgoingRows.ended });
}

const verbs = { done: 'accept', refused: 'refuse', later: 'tryAgain', unknown: 'lose' } as const;

async function conclude(
  tools: WorkTools,
  tx: Tx,
  row: MessageRow,
  { kind, reason }: Outcome,
  held: Held,
): Promise<Partial<MessageRow>> {
  const state = outgoingStates.move(row.state, verbs[kind]).to;
  const last_failure = reason || null;
  if (held === undefined || held.subject.erased_at !== null) return { state, last_failure };
  return recording(tools, tx, held, async (ctx) => {
    const going = { ctx, tx, owner: held.subject, row };
    const { channel } = row;
    const changed = { state, last_failure, updated_at: ctx.now };
    if (kind === 'later') return changed;
    if (kind === 'done') {
      await reportOf(going, { status: 'succeeded', status_details: `${channel}Sent` });
      tellSent(going);
      return { ...changed, sent_at: ctx.now };
    }
    const isRefused = kind === 'refused';
    await reportOf(going, {
      status: isRefused ? 'failed' : 'attempted',
      status_details: isRefused ? `${channel}Refused` : 'unknown',
    });
    tellFailed(going, kind);
    return changed;
  });
}

/** Work on a message of a person who is held, with what it tells. */
async function recording<T>(
  { clock, vault, position }: WorkTools,
  tx: Tx,
  held: Found<PersonRow>,
  work: (ctx: MovingContext) => Promise<T>,
): Promise<T> {
  const [now, timezone] = await Promise.all([workNow(tx, clock), timezoneOf(tx)]);
  const { realm } = tx;
  const maker = { realm, now, position, requestId: null, actor: system, declared: sendingEvents };
  const { emit, flush } = eventRecorder(maker, knownSubject(held));
  const ctx = movingInWork(
    { realm, clock, vault, position },
    { now, emit, timezone: timezone as string, actor: system },
  );
  const done = await work(ctx);
  flush(tx);
  return done;
}
