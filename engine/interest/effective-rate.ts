// The effective rate of a year where interest is compounded every day: what the periodic rate of a day comes to. The annual
// percentage rate that is disclosed does not have it: that is the periodic rate times the days (12 CFR 1026.14(b)).

import { basisOf, type DayCount } from '../time/day-count.ts';
import { formatScaled } from '../values/decimal.ts';

/** A day of a common year: its weight, and how many of them there are. Months of 30 days have 360. */
function daysOf(dayCount: DayCount): { readonly weight: number; readonly days: number } {
  if (dayCount.startsWith('30')) return { weight: 1, days: 360 };
  if (dayCount === 'actual/365.25') return { weight: 4, days: 365 };
  return { weight: dayCount === 'actual/actual' ? 366 : 1, days: 365 };
}

/** Six decimals, rounded half-up. */
export function effectiveRate(rate: number, scale: number, dayCount: DayCount): string {
  const { weight, days } = daysOf(dayCount);
  const one = BigInt(scale) * BigInt(basisOf(dayCount));
  const grown = (one + BigInt(rate) * BigInt(weight)) ** BigInt(days);
  const whole = one ** BigInt(days);
  const millionths = (2_000_000n * (grown - whole) + whole) / (2n * whole);
  return formatScaled({ isNegative: false, digits: String(millionths) }, 6);
}
