// The first way that is open to take a payment back.
import { following } from '@tenor/engine/time/calendar.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Attempt, Carrier, Deed } from '#capabilities/moving-money/index.ts';
import { Refusal } from '#platform/errors.ts';
import type { TransactionRow } from '../../core/loan/tables.ts';
import type { Collected } from '../../core/transactions/collected.ts';
import { transactionErrors } from '../../core/transactions/errors.ts';
import { leavesOn } from './entry-day.ts';

interface Reversing {
  readonly row: TransactionRow;
  readonly one: Collected;
  readonly attempt: Attempt | undefined;
  readonly carrier: Carrier;
  /** The debit was a mistake of ours. */
  readonly isMistake: boolean;
}

/** The receiver's bank takes a reversal of ours for so many banking days; a return comes within so many. */
const reversalDays = 5;
const returnDays = 2;

/** Nobody outside has heard of it. */
export const isUnheard = ({ status }: TransactionRow, attempt: Attempt | undefined): attempt is Attempt =>
  status === 'initiated' && attempt?.state === 'ready';

/** Errors: NotReversibleYet. */
export function deedFor(now: Instant, { row, one, attempt, carrier, isMistake }: Reversing): Deed {
  const { deeds, voidUntil } = carrier.provider.can;
  if (attempt?.state === 'accepted' && voidUntil !== null && deeds.includes('void')) return 'void';
  const entry = dayOf(one.entryDate ?? row.effective_on);
  const isSent = row.status === 'pending' || row.status === 'succeeded';
  const isInTime = leavesOn(carrier.provider.can, now) <= bankingDaysAfter(entry, reversalDays);
  if (isSent && isMistake && isInTime && one.rail === 'ach' && deeds.includes('reversal')) return 'reversal';
  if (isSent && one.rail === 'card' && deeds.includes('refund')) return 'refund';
  if (row.status === 'succeeded') return 'credit';
  const safeOn = dateOf(bankingDaysAfter(entry, returnDays) + 1);
  throw new Refusal(transactionErrors.NotReversibleYet, 'The money of this payment is not safe yet.', {
    data: { path: 'transactionId', expected: `a payment that is safe, from about ${safeOn} on` },
  });
}

export function bankingDaysAfter(day: Day, count: number): Day {
  let open = day;
  for (let left = count; left > 0; left -= 1) open = following(open + 1);
  return open;
}
