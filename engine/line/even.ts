// How long a line only earns, as account/even.ts has it for a loan with one balance.

import { never } from '../account/calendar-day.ts';
import { dayBefore } from '../account/even.ts';
import { evenUntil, openPeriod } from '../time/day-count.ts';
import type { Day } from '../values/day.ts';
import { compoundsOn } from './accrual.ts';
import { nextCalendarDay } from './calendar-day.ts';
import { isUncleared } from './limit.ts';
import { type Line, lineAt } from './line.ts';
import type { LineState } from './records.ts';
import type { LineTerms } from './terms.ts';

/**
 * The last day through which each day brings every draw the same interest and nothing else, if no fact comes; `through`
 * itself, if it cannot be said of the day after. `never`: as long as no fact comes.
 */
export function evenThrough(terms: LineTerms, { position: p, through }: LineState): Day {
  const line = lineAt(terms, p);
  const quiet = Math.min(dayBefore(nextCalendarDay(line)), dayBefore(nextClearing(line, through)));
  const earning = p.draws.filter(({ principalOwed, chargedOff }) => principalOwed + chargedOff.principal > 0);
  const isCompound = p.draws.some((d) => compoundsOn(line, d));
  if (isCompound || (earning.length > 0 && terms.interest.totalCap !== null)) return through;
  if (earning.length === 0) return quiet;
  const rates = earning.map(({ rateSteps, rateIndex }) => rateSteps[rateIndex + 1]?.from ?? never);
  return evenUntil(terms.interest.dayCount, through, Math.min(quiet, ...rates), openPeriod(p.periodStart));
}

/** The day on which the next payment frees the limit that it has paid. */
function nextClearing(line: Line, through: Day): Day {
  const { paymentHoldDays } = line.terms;
  if (paymentHoldDays === null) return never;
  const waiting = line.position.uncleared.filter((one) => isUncleared(line, one, through));
  return Math.min(never, ...waiting.map(({ on }) => on + paymentHoldDays));
}
