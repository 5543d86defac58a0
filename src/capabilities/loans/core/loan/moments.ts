// The times at which things happened in a loan's life, from its events.
import type { LoanEvent } from '@tenor/engine/account/records.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { LoanRow, LoanTimestamps } from './tables.ts';
import { startOfDay, todayOf } from './today.ts';

/** An event of an earlier day took effect when that day began in the loan's zone. */
export const instantOf = (now: Instant, loan: Pick<LoanRow, 'zone'>, { on }: LoanEvent): Instant =>
  on === todayOf(loan, now) ? now : startOfDay(on, loan.zone);

/** When the present figures became what they are: the day began, the loan changed, or something came due. */
export function figuresSince(
  loan: Pick<LoanRow, 'zone' | 'created_at' | 'updated_at' | 'next_action_at'>,
  now: Instant,
): Instant {
  const begun = startOfDay(todayOf(loan, now), loan.zone);
  const due = loan.next_action_at;
  const moments = [begun, loan.updated_at ?? loan.created_at, ...(due !== null && due <= now ? [due] : [])];
  return moments.reduce((last, moment) => (moment > last ? moment : last));
}

export const tellers = {
  activatedAt: 'loan.activated',
  frozenAt: 'loan.frozen',
  acceleratedAt: 'loan.acceleration.processed',
  chargedOffAt: 'loan.chargeoff.processed',
  paidOffAt: 'loan.paidoff',
  closedAt: 'loan.closed',
} as const satisfies { readonly [K in keyof LoanTimestamps]: string };

/** An event that was retracted has no time any more. */
export function momentsOf(
  now: Instant,
  loan: Pick<LoanRow, 'zone'>,
  { gone, come }: { readonly gone: readonly LoanEvent[]; readonly come: readonly LoanEvent[] },
): LoanTimestamps {
  const moments: { -readonly [K in keyof LoanTimestamps]: LoanTimestamps[K] } = {};
  for (const [name, type] of Object.entries(tellers) as [keyof LoanTimestamps, string][]) {
    const event = come.findLast((one) => one.type === type);
    if (event !== undefined) moments[name] = instantOf(now, loan, event);
    else if (gone.some((one) => one.type === type)) moments[name] = undefined;
  }
  return moments;
}
