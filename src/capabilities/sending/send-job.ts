// Sends messages: a job from the outbox takes one, asks its provider outside of any transaction, and writes down what
// came of it. What stays behind when a worker dies is found by its `due_at` and comes through the outbox again.
import type { WorkTools } from '#platform/capability.ts';
import type { Chore } from '#platform/chore.ts';
import { writeOutbox } from '#platform/command/outbox.ts';
import type { RowOf } from '#platform/db/define-table.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { randomFraction } from '#platform/random.ts';
import type { JobKind } from '#platform/work/jobs.ts';
import { fewAtOnce } from '#platform/work/operations/few-at-once.ts';
import { erased } from './erase-messages.ts';
import { type Content, contentPart, lookAgainMicros, sendJob } from './message.ts';
import type { Outcome, Provider, Providers } from './providers/provider.ts';
import { type MessageState, messageStates } from './states.ts';
import type { messages } from './tables.ts';

interface SendTools extends Pick<WorkTools, 'database' | 'vault' | 'clock' | 'log' | 'position'> {
  readonly providers: Providers;
}

type Message = RowOf<typeof messages>;

const second = 1_000_000;
/** Mean waits after the first, second … attempt. After the last one a message is given up. */
const waits = [1, 5, 30, 120, 600, 1_800, 3_600, 3_600, 7_200, 14_400].map((seconds) => seconds * second);
/** Longer than any attempt: who has not come back by then is dead. */
const attemptMicros = 180 * second;
const atOnceMax = 8;

export function sendingJob(tools: SendTools): JobKind {
  const inTurn = fewAtOnce(atOnceMax);
  return {
    name: sendJob,
    run({ mode, companyId, payload }) {
      const id = String(payload.messageId);
      // A line for each channel: emails do not wait behind a receiver of texts that hangs.
      return inTurn(String(payload.channel), `${mode} ${id}`, () => sendOne(tools, { mode, companyId }, id));
    },
  };
}

async function sendOne(tools: SendTools, realm: Realm, id: string): Promise<void> {
  const message = await tools.database.transact(realm, (tx) => taken(tools, tx, id));
  if (message === undefined) return;
  const outcome = await attempt(tools, realm, message);
  await tools.database.transact(realm, async (tx) => tx.write(after(tools, tx, message, outcome)));
  if (outcome.kind !== 'done') {
    tools.log.warn({ message: id, outcome: outcome.kind, reason: outcome.reason }, 'a message was not sent');
  }
}

/** Takes a queued message, so that no other worker sends it. Undefined: there is nothing to send. */
async function taken({ clock }: SendTools, tx: Tx, id: string): Promise<Message | undefined> {
  const row = await tx.row(
    tx.db
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', id)
      .where('state', 'in', messageStates.from('take'))
      .forUpdate(),
  );
  if (row === undefined) return undefined;
  const now = clock.micros();
  const ofRow = tx.db.updateTable('messages').where('id', '=', id);
  if (row.expires_at !== null && row.expires_at <= now) {
    tx.write(ofRow.set({ state: messageStates.move(row.state, 'expire').to, due_at: null, ...erased }));
    return undefined;
  }
  const { to: state } = messageStates.move(row.state, 'take');
  const mine = { state, attempts: row.attempts + 1, due_at: now + attemptMicros };
  tx.write(ofRow.set(mine));
  return { ...row, ...mine };
}

async function attempt({ vault, providers }: SendTools, realm: Realm, row: Message): Promise<Outcome> {
  const provider = providers[row.channel];
  if (provider === undefined) return { kind: 'later', reason: `nothing is set up for ${row.channel}` };
  if (row.content_sealed === null) return { kind: 'refused', reason: 'it was erased' };
  const { id, channel, purpose } = row;
  const text = vault.companySealer(realm.companyId).unseal(contentPart(id), row.content_sealed);
  const { to, subject, text: said } = JSON.parse(text) as Content;
  return provider
    .send({ id, channel, to, subject, text: said, purpose })
    .catch(({ name }: Error): Outcome => ({ kind: 'unknown', reason: `the attempt failed (${name})` }));
}

/** Writes down an attempt that this worker made; nothing, if another one has found it abandoned. */
function after({ clock, providers }: SendTools, tx: Tx, row: Message, outcome: Outcome) {
  return tx.db
    .updateTable('messages')
    .set({ ...changes(row, outcome, providers[row.channel], clock.micros()), last_failure: outcome.reason || null })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .where('attempts', '=', row.attempts);
}

function changes(row: Message, { kind }: Outcome, provider: Provider | undefined, now: number) {
  const ended = (verb: 'accept' | 'refuse' | 'lose') => ({
    state: messageStates.move(row.state, verb).to,
    due_at: null,
    ...erased,
  });
  if (kind === 'done') return ended('accept');
  if (kind === 'refused') return ended('refuse');
  if (kind === 'unknown' && provider?.knowsIds !== true) return ended('lose');
  const wait = waits[row.attempts - 1];
  if (wait === undefined) return ended(kind === 'unknown' ? 'lose' : 'refuse');
  const due_at = now + Math.round(2 * randomFraction() * wait);
  return { state: messageStates.move(row.state, 'tryAgain').to, due_at };
}

/** Brings what is due again, and what a dead worker left, back through the outbox. */
export const resumeMessages = (tools: SendTools): Chore => ({
  name: 'messages.resume',
  everyMs: 1_000,
  async run(mode) {
    const { db, rows } = tools.database.unscoped(mode);
    const due = await rows(
      db
        .selectFrom('messages')
        .select(['id', 'company_id', 'channel', 'state', 'attempts'])
        .where('due_at', '<=', tools.clock.micros())
        .orderBy('due_at')
        .limit(100),
    );
    for (const one of due) await resume(tools, mode, one);
  },
});

type Due = Pick<Message, 'id' | 'channel' | 'state' | 'attempts'> & { readonly company_id: string };

async function resume({ database, providers, clock, position }: SendTools, mode: Mode, one: Due): Promise<void> {
  const { id, company_id: companyId, state, attempts } = one;
  const wasAtWork = !messageStates.from('take').includes(state);
  const isLost = wasAtWork && providers[one.channel]?.knowsIds !== true;
  const next: MessageState = wasAtWork ? messageStates.move(state, isLost ? 'lose' : 'tryAgain').to : state;
  const now = clock.micros();
  const left = isLost ? { due_at: null, last_failure: 'the worker ended during the attempt', ...erased } : {};
  await database.transact({ mode, companyId }, async (tx) => {
    const found = await tx.affected(
      tx.db
        .updateTable('messages')
        .set({ state: next, due_at: now + lookAgainMicros, ...left })
        .where('id', '=', id)
        .where('state', '=', state)
        .where('attempts', '=', attempts)
        .where('due_at', '<=', now),
    );
    if (found === 0 || isLost) return;
    writeOutbox(tx, [
      { subjectId: companyId, position: position(), job: sendJob, payload: { messageId: id, channel: one.channel } },
    ]);
  });
}
