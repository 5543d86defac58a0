// What a failure does to the instrument, in the commit that hears of it: it needs an update, no further debits, or it is
// of no use at all.
import { blockForCredits, blockForDebits, giveUpInstrument, markFailure } from '#capabilities/instruments/index.ts';
import { failureRule } from '#capabilities/moving-money/index.ts';
import { type Collected, collectedOf } from '../../../core/transactions/collected.ts';
import type { Taken } from './taken.ts';

/** What is deleted stays deleted, and what is blocked stays blocked for the first reason. */
export async function instrumentAfter({ work, tx, row }: Taken, reason: string): Promise<void> {
  const { deed, holderId } = collectedOf(row) as Collected;
  const { instrument, short, long } = failureRule(reason);
  const id = row.instrument_id;
  if (id === null) return;
  const failure = { reason, short, long };
  if (instrument === 'inactive') return giveUpInstrument(work, tx, holderId, id, failure);
  if (instrument === 'needsUpdate') return markFailure(work, tx, holderId, id, failure);
  if (instrument === 'inactiveForCredits') return blockForCredits(work, tx, holderId, id, failure);
  const isBlocked = instrument === 'inactiveForDebits' || instrument === 'blocked';
  if (isBlocked && deed === 'debit') await blockForDebits(work, tx, holderId, id, failure);
}
