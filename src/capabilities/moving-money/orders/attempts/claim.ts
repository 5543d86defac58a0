// Takes an order for a while, so that one worker sends it or asks for it. The claim has a number: who has an older one
// changes nothing any more. It is committed before the first byte leaves.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { personSealers } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Carrier } from '../companies-providers/carrier.ts';
import type { Order } from '../order/order.ts';
import { type AttemptRef, bodyPart, lockAttempt, writeAttempt } from './attempt.ts';
import { type OrderWork, whileTaking } from './order-work.ts';
import { attemptStates } from './states.ts';
import { isStopped } from './switch.ts';
import type { AttemptRow } from './tables.ts';
import { withdraw } from './take-report.ts';

/** Longer than any call of a provider takes: who has not come back by then is dead. */
const claimMicros = 180_000_000;
/** A provider that was taken away may be put back. */
const withoutCarrierSeconds = 3_600;

export interface Claimed {
  readonly row: AttemptRow;
  readonly carrier: Carrier;
  /** What the provider is asked to do, or whether it has done it. */
  readonly does: 'send' | 'ask';
  /** Undefined: it was erased with the person, so that it can only be asked for. */
  readonly order: Order | undefined;
  readonly now: Instant;
}

/** Undefined: there is nothing to do, or somebody else does it. */
export async function claim(work: OrderWork, tx: Tx, now: Instant, ref: AttemptRef): Promise<Claimed | undefined> {
  const row = await lockAttempt(tx, ref);
  const does = row && whatToDo(row, now);
  if (row === undefined || does === undefined) return undefined;
  const carrier = await work.carrierById(tx, work, row.carrier_id);
  if (carrier === undefined) {
    work.log.error({ attempt: row.id, carrier: row.carrier_id }, 'an order waits for a provider that is not there');
    writeAttempt(tx, row, { act_at: addSeconds(now, withoutCarrierSeconds), held_until: null });
    return undefined;
  }
  if (does === 'send' && row.body_sealed === null) return takeErasedBack(work, tx, now, row);
  if (does === 'send') return claimToSend(work, tx, now, row, carrier);
  const state = attemptStates.move(row.state, 'lose', { id: row.id }).to;
  return { ...taken(work, tx, now, row, { state }), carrier, does, order: await openBody(work, tx, row) };
}

/** What is `sending` belongs to the one who sends it, until the claim runs out (orders-job.ts). */
export function whatToDo({ act_at, held_until, state }: AttemptRow, now: Instant): Claimed['does'] | undefined {
  const isDue = act_at === null || act_at <= now;
  // One that is held is to be sent at once, and its job may be first.
  if (state === 'ready') return isDue || held_until !== null ? 'send' : undefined;
  if (!isDue) return undefined;
  return state === 'unknown' ? 'ask' : undefined;
}

/** Undefined: payments are stopped, or there is nothing left to send. Then it stays as it is. */
export const claimToSend = async (
  work: OrderWork,
  tx: Tx,
  now: Instant,
  row: AttemptRow,
  carrier: Carrier,
): Promise<Claimed | undefined> => (await claimAllToSend(work, tx, now, [{ row, carrier }]))[0];

/** Its borrower was erased before anybody heard of it. */
async function takeErasedBack(work: OrderWork, tx: Tx, now: Instant, row: AttemptRow): Promise<undefined> {
  await whileTaking(work, tx, { now, personId: row.person_id, actor: system }, (taking) =>
    withdraw(taking, tx, row, work.takers),
  );
}

type Changes = Pick<AttemptRow, 'state'> & Partial<Pick<AttemptRow, 'first_sent_at' | 'last_sent_at' | 'act_at'>>;

function taken(work: OrderWork, tx: Tx, now: Instant, row: AttemptRow, changes: Changes) {
  const held_until = work.clock.micros() + claimMicros;
  const mine = { act_at: null, ...changes, claim: row.claim + 1, held_until };
  writeAttempt(tx, row, mine);
  return { row: { ...row, ...mine }, now };
}

/** Claims orders whose rows are locked. None: payments are stopped. */
export async function claimAllToSend(
  work: OrderWork,
  tx: Tx,
  now: Instant,
  all: readonly { readonly row: AttemptRow; readonly carrier: Carrier }[],
): Promise<Claimed[]> {
  const people = [...new Set(all.map(({ row }) => row.person_id))];
  const [stopped, sealers] = await Promise.all([isStopped(tx), personSealers(tx, work.vault, people)]);
  if (stopped) return [];
  return all.flatMap(({ row, carrier }) => {
    const order = openedBody(sealers.get(row.person_id), row);
    if (order === undefined) return [];
    const state = attemptStates.move(row.state, 'send', { id: row.id }).to;
    const act_at = whileSent(carrier, row, now);
    const sent = { state, first_sent_at: row.first_sent_at ?? now, last_sent_at: now, act_at };
    return [{ ...taken(work, tx, now, row, sent), carrier, does: 'send', order }];
  });
}

/** A moved clock stops at an order that is being sent here, and waits for it. */
const whileSent = ({ provider }: Carrier, { act_at }: AttemptRow, now: Instant): Instant | null =>
  provider.can.isHere ? (act_at ?? now) : null;

async function openBody({ vault }: OrderWork, tx: Tx, row: AttemptRow): Promise<Order | undefined> {
  return openedBody((await personSealers(tx, vault, [row.person_id])).get(row.person_id), row);
}

export function openedBody(sealer: Sealer | undefined, { id, body_sealed }: AttemptRow): Order | undefined {
  if (sealer === undefined || body_sealed === null) return undefined;
  return JSON.parse(sealer.unseal(bodyPart(id), body_sealed)) as Order;
}
