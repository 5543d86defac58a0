// The military annual percentage rate of an installment loan (32 CFR 232.4(c)): all that the borrower pays for it, over
// its whole life. Of credit to a covered borrower it may not be above 36 %.
import { type CashFlow, mapr, NoRate } from '@tenor/engine/disclosures/apr.ts';
import { creditOf } from '@tenor/engine/disclosures/credit-of.ts';
import { isAbove } from '@tenor/engine/disclosures/validation.ts';
import type { ScheduleRow } from '@tenor/engine/installment/schedule-of.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import { type Cost, isCovered, maprMax, maprRefused } from '../../loan/covered.ts';
import type { Costing } from '../../loan/product.ts';
import { indexFacts } from '../../timeline/index-facts.ts';
import type { AtOriginationInput } from './schemas.ts';
import { mustMakeSchedule } from './terms-of-loan.ts';

interface Begun {
  readonly agreed: AtOriginationInput;
  readonly terms: Terms;
  readonly schedule: readonly ScheduleRow[];
  readonly on: Day;
}

/** Undefined: the borrower is not covered. Errors: InvalidRequest. */
export function maprOf({ agreed, terms, schedule, on }: Begun): string | undefined {
  if (!isCovered(agreed)) return undefined;
  return mustBeAllowed(fieldOf(agreed, terms), terms, schedule, on, otherFees(agreed, on));
}

/** What a covered loan costs later, as if it had been agreed: a further rate from the first day on. Errors: InvalidRequest. */
export function mustCostAtMost(
  path: string,
  { agreed, terms: before, index, on }: Costing<Terms, AtOriginationInput>,
  { rates, originationFee, charges, sold }: Cost,
): void {
  const terms = withOriginationFee(before, originationFee);
  const further = rates.map((rate) => ({
    ...terms,
    interest: { ...terms.interest, rates: [{ days: null, rate, type: 'absolute' as const }], promos: [] },
  }));
  const known = indexFacts(index).filter((fact) => fact.on <= on);
  for (const one of [terms, ...further]) {
    mustBeAllowed(path, one, mustMakeSchedule(one, on, known), on, [...otherFees(agreed, on), ...charges, ...sold]);
  }
}

/** The rate. Errors: InvalidRequest. */
function mustBeAllowed(path: string, terms: Terms, schedule: readonly ScheduleRow[], on: Day, charges: CashFlow[]) {
  const found = rateOf(terms, schedule, on, charges);
  if (found === null || isAbove(found, maprMax)) throw maprRefused(path, found);
  return found;
}

function rateOf(terms: Terms, schedule: readonly ScheduleRow[], on: Day, charges: CashFlow[]): string | null {
  try {
    return mapr(creditOf(terms, schedule, on), charges, terms.interest.rates[0]?.rate).nominal;
  } catch (error) {
    if (error instanceof NoRate) return null;
    throw error;
  }
}

/** What the lender says that it charges besides counts as paid on the first day. */
const otherFees = ({ fees }: AtOriginationInput, on: Day): CashFlow[] =>
  fees?.totalOtherFeesAmount ? [{ on, amount: fees.totalOtherFeesAmount }] : [];

const fieldOf = ({ fees }: AtOriginationInput, terms: Terms): string =>
  fees?.totalOtherFeesAmount || terms.fees.origination !== null || terms.fees.periodic.length > 0
    ? 'atOrigination.fees'
    : 'atOrigination.interestRates';

function withOriginationFee(terms: Terms, amount: Cost['originationFee']): Terms {
  const { origination } = terms.fees;
  if (amount === null || origination === null) return terms;
  return { ...terms, fees: { ...terms.fees, origination: amount === 0 ? null : { ...origination, amount } } };
}
