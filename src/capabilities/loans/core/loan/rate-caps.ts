// The highest rates that the law allows for a loan, and the rates that they limit: a spread with the index of the day.
import { isAbove } from '@tenor/engine/disclosures/validation.ts';
import type { RateTerms } from '@tenor/engine/interest/rates.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { addRates, type Rate } from '@tenor/engine/values/rate.ts';
import { rateCapsOf } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, refuseFields } from '#platform/errors.ts';
import type { IndexKnown } from './tables.ts';

/** Terms with the agreed rates of a loan, or of a draw. */
interface Agreed {
  readonly interest: Pick<RateTerms, 'rates'>;
}

const noRate = '0' as Rate;

/** The full rates: a spread is added to the index of the day. */
export function wholeRates({ interest }: Agreed, index: IndexKnown, day: Day): Rate[] {
  const date = dateOf(day);
  const current = index.findLast(({ effectiveDate }) => effectiveDate <= date)?.rate ?? noRate;
  return interest.rates.map(({ rate, type }) => (type === 'absolute' ? rate : addRates(rate, current)));
}

export const absoluteRates = (terms: Agreed, index: IndexKnown, day: Day) =>
  wholeRates(terms, index, day).map((rate, i) => ({ path: `atOrigination.interestRates[${i}].rate`, rate }));

export interface CapCheck {
  /** True: some states have a cap for these loans, and nobody knows the state of the borrower. */
  readonly rateCapNotChecked: boolean;
}

/** Refuses rates above the highest one that the law allows in the borrower's state. Errors: InvalidRequest. */
export async function mustKeepCaps(
  reader: Reader,
  loanTypeId: string,
  rates: readonly { readonly path: string; readonly rate: Rate }[],
  { state, date }: { readonly state: string | null; readonly date: CivilDate },
): Promise<CapCheck> {
  const caps = (await rateCapsOf(reader, loanTypeId)).filter(({ effectiveDate }) => effectiveDate <= date);
  const standing = [null, state].flatMap((where) => caps.findLast((cap) => cap.state === where) ?? []);
  for (const { maxRate, state: where } of standing) {
    const wrong = rates.find(({ rate }) => isAbove(rate, maxRate));
    if (wrong === undefined) continue;
    const message = `is above the rate cap of ${maxRate} that holds ${where === null ? 'in all states' : `in ${where}`}`;
    throw refuseFields(errors.InvalidRequest, [{ path: wrong.path, message, expected: `at most ${maxRate}` }]);
  }
  return { rateCapNotChecked: state === null && caps.some((cap) => cap.state !== null) };
}
