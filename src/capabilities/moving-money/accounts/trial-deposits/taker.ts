// What becomes of trial deposits. The cash book has a pair once, as one cost, when it is known what became of both: by
// single postings anybody who reads it would see the amounts.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { addSeconds, dateInUtc } from '@tenor/engine/values/instant.ts';
import { postingsOf } from '#capabilities/bank-books/index.ts';
import { findInstrument, instrumentDeactivated, instrumentUpdated } from '#capabilities/instruments/index.ts';
import { personSealers } from '#capabilities/people/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { OrderReport, Takers, Taking } from '../../orders/attempts/taker.ts';
import { giveUpAccount, isUseless } from './give-up-account.ts';
import { lockPair, openAmounts, pairUpdate } from './pair.ts';
import type { DepositOutcome, TrialDepositsRow } from './tables.ts';

const openSeconds = 14 * 86_400;

const outcomeOf: Partial<Record<OrderReport['what'], DepositOutcome>> = {
  settled: 'settled',
  refused: 'failed',
  returned: 'failed',
  voided: 'failed',
};

export const trialDepositTaker: NonNullable<Takers['trialDeposit']> = {
  emits: [instrumentUpdated, instrumentDeactivated],
  async take(work, tx, outcome) {
    const became = outcomeOf[outcome.what];
    const before = became && (await lockPair(tx, outcome.personId, outcome.subject.id));
    if (before === undefined) return;
    const changes = outcome.number === 1 ? { first_outcome: became } : { second_outcome: became };
    const row: TrialDepositsRow = { ...before, ...(changes as Partial<TrialDepositsRow>) };
    const isOpen = row.first_outcome === 'settled' && row.second_outcome === 'settled' && row.ended_at === null;
    const hasFailed = became === 'failed' && row.ended_at === null;
    const opened = isOpen ? { open_until: row.open_until ?? addSeconds(work.now, openSeconds) } : {};
    const ended = hasFailed ? ({ end_reason: 'failed', ended_at: work.now } as const) : {};
    tx.write(pairUpdate(tx.db, row).set({ ...changes, ...opened, ...ended }));
    await postPair(work, tx, outcome, before, row);
    if (hasFailed) await giveUp(work, tx, outcome, row.instrument_id);
  },
};

/** An account that was verified by other means stays as it is, also when only the provider could not take the order. */
async function giveUp(
  work: Taking,
  tx: Tx,
  { personId, what, reason }: OrderReport,
  instrumentId: string,
): Promise<void> {
  const instrument = await findInstrument(tx, personId, instrumentId);
  if (instrument === undefined || instrument.verified || what === 'voided') return;
  if (what === 'refused' && !isUseless(reason)) return;
  await giveUpAccount(work, tx, { personId, instrumentId }, reason);
}

/** What the pair has cost changes once both are known, and again when one comes back later. */
async function postPair(
  work: Taking,
  tx: Tx,
  { personId, attemptId, what }: OrderReport,
  before: TrialDepositsRow,
  after: TrialDepositsRow,
): Promise<void> {
  const amounts = openAmounts((await personSealers(tx, work.vault, [personId])).get(personId), after);
  if (amounts === undefined) return;
  const cost = costOf(after, amounts) - costOf(before, amounts);
  if (cost === 0) return;
  const event = { event: what, day: dateInUtc(work.now) as CivilDate };
  const about = { carrierId: after.carrier_id, attemptId, at: work.now, position: work.position };
  const entries = [
    ['FE', cost],
    ['PR', -cost],
  ] as const;
  work.last.postings.push(...postingsOf(about, [{ ...event, entries }]));
}

function costOf({ first_outcome, second_outcome }: TrialDepositsRow, [first, second]: readonly number[]): number {
  if (first_outcome === null || second_outcome === null) return 0;
  const isSettled = (outcome: DepositOutcome, amount = 0): number => (outcome === 'settled' ? amount : 0);
  return isSettled(first_outcome, first) + isSettled(second_outcome, second);
}
