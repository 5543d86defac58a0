// What is found when a loan is originated or activated: its annual percentage rates, and whether it keeps within what
// the loan type and the law allow. Limits of the loan type warn; a rate cap refuses.
import { apr, NoRate } from '@tenor/engine/disclosures/apr.ts';
import { creditOf } from '@tenor/engine/disclosures/credit-of.ts';
import {
  type AmountsValidation,
  amountsValidation,
  isAbove,
  ratesValidation,
} from '@tenor/engine/disclosures/validation.ts';
import type { ScheduleRow } from '@tenor/engine/installment/schedule-of.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { addRates, type Rate } from '@tenor/engine/values/rate.ts';
import { type LoanTypeSettings, rateCapsOf } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, refuseFields } from '#platform/errors.ts';
import type { IndexKnown } from '../../loan/tables.ts';
import { indexFacts } from '../../timeline/index-facts.ts';
import type { AtOriginationInput } from './schemas.ts';
import { mustMakeSchedule } from './terms-of-loan.ts';

export interface Disclosure {
  readonly schedule: readonly ScheduleRow[];
  readonly aprNominal: string | null;
  readonly aprEffective: string | null;
  readonly limits: ReturnType<typeof ratesValidation>;
}

/** Of the loan as if it were activated on that day. */
export function disclose(terms: Terms, index: IndexKnown, settings: LoanTypeSettings, day: Day): Disclosure {
  const { schedule, rates } = scheduleAndRates(terms, index, day);
  const { minRate, maxRate, maxAprNominal, maxAprEffective } = settings.interest;
  const limits = ratesValidation(
    {
      interestRateMin: minRate,
      interestRateMax: maxRate,
      aprNominalMax: rates === undefined ? null : maxAprNominal,
      aprEffectiveMax: rates === undefined ? null : maxAprEffective,
    },
    {
      interestRates: wholeRates(terms, index, day),
      aprNominal: rates?.nominal ?? '0',
      aprEffective: rates?.effective ?? '0',
    },
  );
  return { schedule, aprNominal: rates?.nominal ?? null, aprEffective: rates?.effective ?? null, limits };
}

interface Computed {
  readonly day: Day;
  readonly schedule: readonly ScheduleRow[];
  readonly rates: ReturnType<typeof aprOf>;
}

/** A loan that is boarded and activated in one go has the same both times. */
const lastComputed = new WeakMap<Terms, Computed>();

function scheduleAndRates(terms: Terms, index: IndexKnown, day: Day): Computed {
  const last = lastComputed.get(terms);
  if (last?.day === day && index.length === 0) return last;
  const known = indexFacts(index).filter(({ on }) => on <= day);
  const schedule = mustMakeSchedule(terms, day, known);
  const computed: Computed = { day, schedule, rates: aprOf(terms, schedule, day) };
  if (index.length === 0) lastComputed.set(terms, computed);
  return computed;
}

function aprOf(terms: Terms, schedule: readonly ScheduleRow[], day: Day) {
  try {
    return apr(creditOf(terms, schedule, day), terms.interest.rates[0]?.rate);
  } catch (error) {
    if (error instanceof NoRate) return undefined;
    throw error;
  }
}

const noRate = '0' as Rate;

/** A spread with the index of the day. */
function wholeRates({ interest }: Terms, index: IndexKnown, day: Day): Rate[] {
  const date = dateOf(day);
  const current = index.findLast(({ effectiveDate }) => effectiveDate <= date)?.rate ?? noRate;
  return interest.rates.map(({ rate, type }) => (type === 'absolute' ? rate : addRates(rate, current)));
}

export const originationLimits = ({ limits }: Disclosure): Record<string, boolean> => ({
  interestRateAtOrigExceedsMax: limits.interestRateExceedsMax,
  interestRateAtOrigBelowMin: limits.interestRateBelowMin,
  aprEffectiveAtOrigExceedsMax: limits.aprEffectiveExceedsMax,
  aprNominalAtOrigExceedsMax: limits.aprNominalExceedsMax,
});

export const activationLimits = ({ limits }: Disclosure): Record<string, boolean> => ({
  aprEffectiveAtActExceedsMax: limits.aprEffectiveExceedsMax,
  aprNominalAtActExceedsMax: limits.aprNominalExceedsMax,
});

/** What the lender supplied against what we compute; null where nothing was supplied. */
export function amountsFound(terms: Terms, agreed: AtOriginationInput, day: Day): AmountsValidation | null {
  const supplied = agreed.expectedPayments;
  if (!supplied) return null;
  const rows = supplied.map(({ date, amount, principalAmount, interestAmount }) => ({
    on: dayOf(date),
    amount: amount ?? zeroCents,
    principal: principalAmount ?? zeroCents,
    interest: interestAmount ?? zeroCents,
    fees: ((amount ?? 0) - (principalAmount ?? 0) - (interestAmount ?? 0)) as Cents,
  }));
  // Compared with what would be without the supplied amounts.
  const free = { ...terms, payments: { ...terms.payments, schedule: rows.map(({ on }) => ({ on, amount: null })) } };
  const found = amountsValidation(free, day, rows);
  // What was not supplied cannot differ.
  const has = (part: 'amount' | 'principalAmount' | 'interestAmount') => supplied.some((row) => row[part] != null);
  const [amounts, principal, interest] = [has('amount'), has('principalAmount'), has('interestAmount')];
  return {
    principalMatch: found.principalMatch || !principal,
    interestMatch: found.interestMatch || !interest,
    feesMatch: found.feesMatch || !(amounts && principal && interest),
    totalAdvancesMatch: found.totalAdvancesMatch || !principal,
    recurringAmountsMatch: found.recurringAmountsMatch || !amounts,
  };
}

/** The highest rate that the law lets a loan have, in the borrower's state. Errors: InvalidRequest. */
export async function mustKeepCaps(
  reader: Reader,
  loanTypeId: string,
  rates: readonly { readonly path: string; readonly rate: Rate }[],
  { state, date }: { readonly state: string | null; readonly date: CivilDate },
): Promise<void> {
  const caps = (await rateCapsOf(reader, loanTypeId)).filter(({ effectiveDate }) => effectiveDate <= date);
  const standing = [null, state].flatMap((where) => caps.findLast((cap) => cap.state === where) ?? []);
  for (const { maxRate, state: where } of standing) {
    const wrong = rates.find(({ rate }) => isAbove(rate, maxRate));
    if (wrong === undefined) continue;
    const message = `is above the rate cap of ${maxRate} that holds ${where === null ? 'in all states' : `in ${where}`}`;
    throw refuseFields(errors.InvalidRequest, [{ path: wrong.path, message, expected: `at most ${maxRate}` }]);
  }
}

export const absoluteRates = (terms: Terms, index: IndexKnown, day: Day) =>
  wholeRates(terms, index, day).map((rate, i) => ({ path: `atOrigination.interestRates[${i}].rate`, rate }));
