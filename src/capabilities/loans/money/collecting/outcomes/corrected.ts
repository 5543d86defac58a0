// What a bank tells of an account, in the commit that hears it: its numbers are others. And what the issuer of a card
// tells: it was renewed, or is of no use any more. A payment that waited for that is tried again.
import { renewCard } from '#capabilities/instruments/index.ts';
import { followCorrection } from '#capabilities/moving-money/index.ts';
import { type Collected, collectedOf } from '../../../core/transactions/collected.ts';
import { detailsOf } from '../../../core/transactions/transaction.ts';
import { wasTriedAgain } from '../on-the-way.ts';
import { retryAfter } from '../retry.ts';
import { instrumentAfter } from './instrument-after.ts';
import type { Taken } from './taken.ts';

const reasonOfUpdate: Readonly<Record<string, string>> = { closed: 'cardClosed', contact: 'contactHolder' };

export async function correctInstrument(taken: Taken): Promise<void> {
  const { work, tx, row, outcome } = taken;
  const { rail, holderId } = collectedOf(row) as Collected;
  const id = row.instrument_id;
  if (id === null) return;
  if (rail !== 'card') return followCorrection(work, tx, { holderId, instrumentId: id }, outcome);
  const reason = reasonOfUpdate[outcome.code ?? ''];
  if (reason !== undefined) return instrumentAfter(taken, reason);
  const isRenewed = await renewCard(work, tx, holderId, id, monthIn(outcome.corrected));
  const hasWaited = row.status === 'failed' && detailsOf(row).failureReason === 'update';
  // The issuer may tell it twice.
  if (isRenewed && hasWaited && !(await wasTriedAgain(tx, row)))
    await retryAfter({ ...taken, outcome: { ...outcome, reason: 'update' } });
}

/** `2031-05`; undefined: it is the same, or was not told. */
function monthIn(text: string | null): { readonly year: number; readonly month: number } | undefined {
  const found = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(text ?? '');
  return found === null ? undefined : { year: Number(found[1]), month: Number(found[2]) };
}
