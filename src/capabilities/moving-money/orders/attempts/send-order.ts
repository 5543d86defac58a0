// Sends an order, or asks what became of it. No transaction is open while the provider works: first what we are about to
// do is committed, then we speak, then the answer is committed.
import { addSeconds, compare, type Instant } from '@tenor/engine/values/instant.ts';
import { recordBreak } from '#capabilities/bank-books/index.ts';
import type { NamedActor } from '#platform/actor.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Answer, Found } from '../providers/provider.ts';
import { alarmAsked, warnAsked } from './asked.ts';
import { type AttemptRef, keyOf, lockAttempt, writeAttempt } from './attempt.ts';
import { reportedAt } from './calendar.ts';
import { type Claimed, claim, claimToSend } from './claim.ts';
import type { LastWrites } from './last-writes.ts';
import { type OrderWork, whileTaking } from './order-work.ts';
import { attemptStates } from './states.ts';
import type { AttemptRow } from './tables.ts';
import { type Report, takeReport } from './take-report.ts';
import type { Taking } from './taker.ts';
import { voidOriginal } from './void-original.ts';

/** Seconds before it is asked for the first, second … time; then hourly. */
const askAfter = [5, 30, 120, 600] as const;
const hourly = 3_600;
/** A key is not used any more shortly before its provider forgets it. */
const keySlackSeconds = 3_600;

const askIn = (asked: number): number => askAfter[asked] ?? hourly;

/** May be called at any time, by several at once. */
export async function workOn(work: OrderWork, ref: AttemptRef): Promise<void> {
  const claimed = await work.transact((tx, now) => claim(work, tx, now, ref));
  if (claimed !== undefined) await goOn(work, claimed, await speak(work, claimed));
}

/** Concludes. What is to be sent again after it was asked for goes one round more. */
export async function goOn(work: OrderWork, claimed: Claimed, found: Found): Promise<void> {
  const reclaimed = await work.transact((tx, now) => conclude(work, tx, now, claimed, found));
  if (reclaimed === undefined) return;
  const answer = await speak(work, reclaimed);
  await work.transact((tx, now) => conclude(work, tx, now, reclaimed, answer));
}

/** What threw is not known: it may have happened. */
async function speak({ log }: OrderWork, { carrier, does, order, row, now }: Claimed): Promise<Found> {
  const { provider } = carrier;
  try {
    if (does === 'send' && order !== undefined) return await provider.send(order, now);
    if (provider.can.findByKey) return await provider.find(keyOf(row), now);
    return { is: 'unknown', why: 'the provider cannot be asked' };
  } catch (error) {
    log.warn({ attempt: row.id, carrier: carrier.id, why: (error as Error).name }, 'a provider failed');
    return { is: 'unknown', why: 'the provider failed' };
  }
}

/** Writes down what was heard. Returns a claim where it is to be sent again at once. */
export function conclude(
  work: OrderWork,
  tx: Tx,
  now: Instant,
  claimed: Claimed,
  found: Found,
  last?: LastWrites,
): Promise<Claimed | undefined> {
  const { carrier } = claimed;
  const { person_id: personId, id } = claimed.row;
  const actor: NamedActor = { type: 'provider', id: carrier.kind };
  const concluding = async (taking: Taking): Promise<Claimed | undefined> => {
    const row = await lockAttempt(tx, { personId, id });
    // Somebody else took it over, and asks: what this one has heard is not needed.
    if (row === undefined || row.claim !== claimed.row.claim) return undefined;
    const report = found.is === 'absent' ? undefined : reportOf(found, now);
    if (report === undefined) return keepUnanswered(work, tx, now, { ...claimed, row }, found);
    const { can } = carrier.provider;
    const taken = await takeReport(taking, tx, row, report, { takers: work.takers, zone: can.zone });
    // What is taken is not held any more.
    if (taken !== 'taken') writeAttempt(tx, row, { held_until: null });
    if (typeof taken === 'object') {
      recordBreak(tx, taking, taken, { personId, attemptId: id, amount: row.amount_cents });
    } else if (report.what !== 'refused' && row.deed === 'void') {
      await voidOriginal(taking, tx, row, work.takers, can.zone);
    }
    return undefined;
  };
  return whileTaking(work, tx, { now, personId, actor }, concluding, last);
}

function reportOf(answer: Answer, at: Instant): Report | undefined {
  const { particulars = {} } = answer;
  const nothing = { at, amount: null, code: null, particulars };
  switch (answer.is) {
    case 'accepted':
      return { ...nothing, what: 'accepted', id: answer.id, on: answer.settlesOn };
    case 'final':
      return { ...nothing, what: 'settled', id: answer.id, on: answer.settledOn };
    case 'refused': {
      const refused = { ...nothing, what: 'refused', id: null, on: null, code: answer.code } as const;
      // A provider that sends its code alone leaves the word to our table.
      return answer.reason === 'other' ? refused : { ...refused, reason: answer.reason };
    }
    default:
      return undefined;
  }
}

/** It is unknown, or the provider does not have it (yet). */
async function keepUnanswered(
  work: OrderWork,
  tx: Tx,
  now: Instant,
  claimed: Claimed,
  found: Found,
): Promise<Claimed | undefined> {
  const { row, carrier } = claimed;
  if (!attemptStates.from('lose').includes(row.state)) {
    // A notice was faster than the answer.
    writeAttempt(tx, row, { held_until: null });
    return undefined;
  }
  const state = attemptStates.move(row.state, 'lose', { id: row.id }).to;
  const lost: AttemptRow = { ...row, state };
  const isAbsent = found.is === 'absent' || !carrier.provider.can.findByKey;
  if (claimed.does === 'ask' && isAbsent) {
    if (isKeyAlive(claimed)) {
      const reclaimed = await claimToSend(work, tx, now, lost, carrier);
      if (reclaimed !== undefined) return reclaimed;
    } else if (found.is === 'absent' && isGone(claimed, found.completeUpTo, now)) {
      return neverReceived(work, tx, now, lost, carrier.provider.can.zone);
    }
  }
  const about = { attempt: row.id, carrier: row.carrier_id, company: work.realm.companyId };
  if (row.asked + 1 === warnAsked) work.log.warn(about, 'of an order nobody knows whether it arrived');
  if (row.asked + 1 >= alarmAsked) work.log.error(about, 'of an order nobody knows for hours whether it arrived');
  const act_at = addSeconds(now, askIn(row.asked));
  writeAttempt(tx, row, { state, asked: row.asked + 1, held_until: null, act_at });
  return undefined;
}

/** The provider knows the key still, so that the same order under it is the same order. */
function isKeyAlive({ row, carrier, now }: Claimed): boolean {
  const { keyLifetimeSeconds: lifetime } = carrier.provider.can;
  if (lifetime === null || row.first_sent_at === null) return false;
  return compare(now, addSeconds(row.first_sent_at, lifetime - keySlackSeconds)) < 0;
}

/** The provider's list is complete, and either it says that this is final, or the report of the day after has come. */
function isGone({ row, carrier }: Claimed, completeUpTo: Instant, now: Instant): boolean {
  const { findLagSeconds, absenceIsFinal, zone } = carrier.provider.can;
  const sent = row.last_sent_at ?? row.created_at;
  if (compare(completeUpTo, addSeconds(sent, findLagSeconds)) < 0) return false;
  return absenceIsFinal || now >= reportedAt(row.entry_date, sent, zone);
}

async function neverReceived(work: OrderWork, tx: Tx, now: Instant, row: AttemptRow, zone: string): Promise<undefined> {
  const report: Report = {
    what: 'refused',
    id: null,
    at: now,
    amount: null,
    code: null,
    reason: 'neverReceived',
    on: null,
  };
  const actor: NamedActor = { type: 'provider', id: row.carrier_kind };
  await whileTaking(work, tx, { now, personId: row.person_id, actor }, (taking) =>
    takeReport(taking, tx, row, report, { takers: work.takers, zone }),
  );
}
