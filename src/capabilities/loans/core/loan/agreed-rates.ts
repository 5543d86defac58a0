// The rates that were agreed, of a loan or of a draw, each with its days.
import type { RateTerms } from '@tenor/engine/interest/rates.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { RateSpan } from './product.ts';

/** Interest rates follow each other from `start`; promotional rates all begin there. */
export function agreedSpans(
  { rates, promos }: Pick<RateTerms, 'rates' | 'promos'>,
  start: Day,
  draw: string | null = null,
): RateSpan[] {
  const name = (key: string): string => (draw === null ? key : `${key}@${draw}`);
  let from = start;
  const interest = rates.map(({ days, rate, type }, i): RateSpan => {
    const until = days === null || i === rates.length - 1 ? null : from + days - 1;
    const span = { key: name(`agreed:${i}`), draw, rateType: 'interestRate', interestType: type, rate, from, until };
    from = (until ?? from) + 1;
    return span as RateSpan;
  });
  const subtracted = promos.map(({ days, rate }, i): RateSpan => {
    const until = days === null ? null : start + days - 1;
    return { key: name(`agreedPromo:${i}`), draw, rateType: 'promoRate', interestType: null, rate, from: start, until };
  });
  return [...interest, ...subtracted];
}
