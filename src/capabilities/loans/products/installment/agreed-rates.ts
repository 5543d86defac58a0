// The rates that were agreed, each with its days.
import type { Position } from '@tenor/engine/installment/state.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { RateSpan } from '../../loan/product.ts';

/** Before the activation: as if it were today. */
export function agreedRates(terms: Terms, position: Position | null, today: Day): RateSpan[] {
  const start = position?.rateSteps[0]?.from ?? today;
  return [...interestRates(terms, start), ...promos(terms, start)];
}

function interestRates({ interest }: Terms, start: Day): RateSpan[] {
  let from = start;
  return interest.rates.map(({ days, rate, type }, i) => {
    const until = days === null || i === interest.rates.length - 1 ? null : from + days - 1;
    const span = { key: `agreed:${i}`, rateType: 'interestRate', interestType: type, rate, from, until } as const;
    from = (until ?? from) + 1;
    return span;
  });
}

const promos = ({ interest }: Terms, start: Day): RateSpan[] =>
  interest.promos.map(({ days, rate }, i) => ({
    key: `agreedPromo:${i}`,
    rateType: 'promoRate',
    interestType: null,
    rate,
    from: start,
    until: days === null ? null : start + days - 1,
  }));
