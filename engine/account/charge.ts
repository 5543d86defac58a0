// A precomputed charge during a replay: whole cents for each of the periods with which the loan began, brought by their
// days whatever becomes of the due dates later (rules.md 16).

import { share } from '../interest/exact.ts';
import type { Day } from '../values/day.ts';

export interface Charge {
  /** All of it, as it was fixed at the start. */
  readonly total: number;
  /** After so many days the cents of a period are brought as a whole; null: day by day. */
  readonly wholeAfter: number | null;
  /** The start of the running period, and what its days have brought so far. */
  from: Day;
  gone: number;
  /** The running period and those to come. */
  periods: readonly ChargedPeriod[];
  /** A day has ended on which no principal was owed: no day brings anything any more, should some be owed again. */
  isOver: boolean;
}

interface ChargedPeriod {
  readonly end: Day;
  readonly cents: number;
}

/** Passes the days before `to`: the cents that they bring. Frozen days and those under a ceiling come one by one. */
export function passDays(charge: Charge, to: Day, isDaily: boolean): number {
  let cents = 0;
  for (;;) {
    const period = charge.periods[0];
    if (period === undefined || charge.isOver) return cents;
    const reached = Math.min(to, period.end);
    const gone = goneAfter(charge, period, reached, isDaily);
    cents += gone - charge.gone;
    charge.gone = gone;
    if (reached < period.end) return cents;
    charge.periods = charge.periods.slice(1);
    charge.from = period.end;
    charge.gone = 0;
  }
}

function goneAfter(charge: Charge, { end, cents }: ChargedPeriod, to: Day, isDaily: boolean): number {
  const { from, gone, wholeAfter } = charge;
  const days = end - from;
  const past = to - from;
  if (wholeAfter !== null && !isDaily) return past >= Math.min(wholeAfter, days) ? cents : gone;
  return Math.max(gone, share(cents, past, days, 'cut'));
}

/** What no day has brought yet: that much is not owed when the loan is paid off. */
export function unearned(charge: Charge | undefined): number {
  if (charge === undefined) return 0;
  return charge.periods.reduce((sum, { cents }) => sum + cents, 0) - charge.gone;
}
