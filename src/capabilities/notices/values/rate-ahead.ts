// The rates before and from a day to come, of which a borrower is told. A line may owe nothing when its rate changes: so its
// rates are those that were given to its draws, and those of other loans are what bears interest around that day.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Known } from './sources.ts';

interface GivenRate {
  readonly drawId: string | null;
  readonly rateType: string;
  readonly interestType: string | null;
  readonly annualRate: string;
  readonly effectiveDate: CivilDate;
  readonly endDate: CivilDate | null;
}

interface RateAhead {
  readonly loan: { readonly type: string };
  readonly ratesAhead: { readonly segments: readonly { readonly rate: string }[] };
  readonly givenRates: { readonly items: readonly GivenRate[] };
}

type Rates = readonly [before: string | undefined, after: string | undefined];

function ratesOf({ loan, ratesAhead: { segments }, givenRates: { items } }: RateAhead, { told }: Known): Rates {
  const interest = items.filter(({ rateType }) => rateType === 'interestRate');
  // What an index adds to a spread stands in the books alone.
  const isKnown = loan.type === 'lineOfCredit' && interest.every(({ interestType }) => interestType === 'absolute');
  if (!isKnown) return [segments.at(0)?.rate, segments.at(-1)?.rate];
  const day = told.effectiveDate as CivilDate;
  const draws = new Set(interest.map(({ drawId }) => drawId));
  // A rate of all draws alone has replaced those that were agreed with them from their first day on.
  if (draws.size > 1) draws.delete(null);
  const each = [...draws].map(
    (draw): Rates => [lowestOn(interest, draw, addDays(day, -1)), lowestOn(interest, draw, day)],
  );
  return each.find(isOther) ?? [undefined, undefined];
}

const isOther = ([before, after]: Rates): boolean => before !== undefined && after !== undefined && before !== after;

function lowestOn(rates: readonly GivenRate[], draw: string | null, day: CivilDate): string | undefined {
  const running = rates.filter(
    ({ drawId, effectiveDate, endDate }) =>
      (drawId === null || drawId === draw) && effectiveDate <= day && (endDate === null || day <= endDate),
  );
  return running.toSorted((a, b) => Number(a.annualRate) - Number(b.annualRate))[0]?.annualRate;
}

export const rateAheadBars = {
  isMovedAhead: (found: RateAhead, known: Known): true | null => isOther(ratesOf(found, known)) || null,
  rateBeforeIt: (found: RateAhead, known: Known): string | undefined => ratesOf(found, known)[0],
  rateFromIt: (found: RateAhead, known: Known): string | undefined => ratesOf(found, known)[1],
};
