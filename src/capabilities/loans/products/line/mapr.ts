// The military annual percentage rate of a line of credit (32 CFR 232.4(c)(2)(iii)) is that of each billing cycle: what is
// charged in it, by the balance of the cycle. A fee on a small balance brings it above 36 % whatever the rates are, so a
// line to a covered borrower has interest alone, and that at 36 % at the most.
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

const noFee = (path: string, name: string, has: unknown): Problem[] =>
  has
    ? [
        {
          path: `atOrigination.${path}`,
          message: `${name}: in some billing cycles that makes the military annual percentage rate higher than 36 %`,
          expected: 'none, on a line to a covered borrower',
        },
      ]
    : [];

const tooHigh = (path: string, rate: Rate, max: Rate): Problem[] =>
  isAbove(rate, max)
    ? [{ path, message: `is ${rate}, above what a covered borrower may pay in a year`, expected: `at most ${max}` }]
    : [];

/** The highest rate of a year: what is charged but interest is refused. Errors: InvalidRequest. */
export function maprOfLine(
  agreed: LineAgreement,
  terms: LineTerms,
  settings: LineSettings,
  rates: readonly { readonly path: string; readonly rate: Rate; readonly isSpread: boolean }[],
): Rate | undefined {
  if (!isCovered(agreed)) return undefined;
  const max = rateMaxOf(terms.interest.dayCount);
  const { indexFloor } = settings.interest;
  const ofType = (kind: string) => terms.fees.periodic.some(({ type }) => type === kind);
  mustHaveNone([
    ...noFee('fees.serviceFeeAmount', 'a service fee is agreed', ofType('service')),
    ...noFee('coveredBorrower', 'the loan type has a membership fee', ofType('membership')),
    ...noFee('coveredBorrower', 'the loan type has a minimum interest charge', terms.interest.minCharge),
    ...noFee('coveredBorrower', 'the index floor of the loan type is above 36 %', isAbove(indexFloor ?? '0', max)),
    ...rates.flatMap(({ path, rate, isSpread }) => (isSpread ? [] : tooHigh(path, rate, max))),
  ]);
  const highest = rates.reduce((most, { rate }) => (isAbove(rate, most) ? rate : most), '0' as Rate);
  return isAbove(highest, max) ? max : highest;
}

/** Errors: InvalidRequest. */
export function mustBeDrawForCovered(line: LineTerms, { rates, fees }: DrawTerms): void {
  const max = rateMaxOf(line.interest.dayCount);
  mustHaveNone([
    ...noFee('fees.drawFeeAmount', 'a draw fee is agreed, or is that of the loan type', fees.draw.amount),
    ...noFee(
      'fees.drawFeePercentageOfPrincipal',
      'a draw fee is agreed, or is that of the loan type',
      Number(fees.draw.percentOfPurchase),
    ),
    ...noFee('fees.serviceFeeAmount', 'a service fee is agreed, or is that of the loan type', fees.periodic.length),
    ...rates.rates.flatMap(({ rate, type }, i) =>
      type === 'spread' ? [] : tooHigh(`atOrigination.interestRates[${i}].rate`, rate, max),
    ),
  ]);
}

/** The later cost of a line to a covered borrower. Errors: InvalidRequest. */
export function mustCostAtMost(path: string, terms: LineTerms, { rates, charges }: Cost): void {
  const max = rateMaxOf(terms.interest.dayCount);
  const rate = rates.find((one) => isAbove(one, max));
  if (rate !== undefined) throw maprRefused(path, rate);
  mustHaveNone(noFee(path, 'a fee is charged', charges.length).map((problem) => ({ ...problem, path })));
}
