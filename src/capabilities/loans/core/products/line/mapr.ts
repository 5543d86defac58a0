// The military annual percentage rate of a line of credit (32 CFR 232.4(c)(2)(iii)) is that of each billing cycle: what is
// charged in it, by the balance of the cycle. Each statement gives up what is above 36 % (`cycleRateMax` of the engine's
// terms), so fees are agreed and charged as on other lines. A rate above 36 % would be given up in every cycle: it is refused.
import { isAbove } from '@tenor/engine/disclosures/validation.ts';
import type { DrawTerms, LineTerms } from '@tenor/engine/line/terms.ts';
import type { DayCount } from '@tenor/engine/time/day-count.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import type { LineSettings } from '#capabilities/products/index.ts';
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import { type Cost, isCovered, maprMax, maprRefused } from '../../loan/covered.ts';
import type { LineAgreement } from './agreement.ts';

/** Days over 360 make a year of 365 or 366 days dearer than its rate: 35.4 % and 366 days are 35.99 %. */
export const rateMaxOf = (dayCount: DayCount): Rate => (dayCount === 'actual/360' ? ('0.354' as Rate) : maprMax);

const tooHigh = (path: string, rate: Rate, max: Rate): Problem[] =>
  isAbove(rate, max)
    ? [{ path, message: `is ${rate}, above what a covered borrower may pay in a year`, expected: `at most ${max}` }]
    : [];

/** The highest rate of a year. Errors: InvalidRequest. */
export function maprOfLine(
  agreed: LineAgreement,
  terms: LineTerms,
  settings: LineSettings,
  rates: readonly { readonly path: string; readonly rate: Rate; readonly isSpread: boolean }[],
): Rate | undefined {
  if (!isCovered(agreed)) return undefined;
  const max = rateMaxOf(terms.interest.dayCount);
  const { indexFloor } = settings.interest;
  mustHaveNone([
    ...tooHigh('atOrigination.coveredBorrower', indexFloor ?? ('0' as Rate), max),
    ...rates.flatMap(({ path, rate, isSpread }) => (isSpread ? [] : tooHigh(path, rate, max))),
  ]);
  const highest = rates.reduce((most, { rate }) => (isAbove(rate, most) ? rate : most), '0' as Rate);
  return isAbove(highest, max) ? max : highest;
}

/** Errors: InvalidRequest. */
export function mustBeDrawForCovered(line: LineTerms, { rates }: DrawTerms): void {
  const max = rateMaxOf(line.interest.dayCount);
  mustHaveNone(
    rates.rates.flatMap(({ rate, type }, i) =>
      type === 'spread' ? [] : tooHigh(`atOrigination.interestRates[${i}].rate`, rate, max),
    ),
  );
}

/** The later cost of a line to a covered borrower. Fees of its books are given up by cycle. Errors: InvalidRequest. */
export function mustCostAtMost(path: string, terms: LineTerms, { rates, sold }: Cost): void {
  const max = rateMaxOf(terms.interest.dayCount);
  const rate = rates.find((one) => isAbove(one, max));
  if (rate !== undefined) throw maprRefused(path, rate);
  if (sold.length === 0) return;
  const message = 'is paid beside the line, where no statement can give it up';
  mustHaveNone([{ path, message, expected: 'none, or a fee of the line, for a covered borrower' }]);
}
