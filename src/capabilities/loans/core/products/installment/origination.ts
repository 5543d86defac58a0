// What the origination and the activation compute: the annual percentage rates, and whether the loan keeps the limits
// of its loan type and the law. A limit of the loan type warns; a rate cap refuses.
import { apr, NoRate } from '@tenor/engine/disclosures/apr.ts';
import { creditOf } from '@tenor/engine/disclosures/credit-of.ts';
import { type AmountsValidation, amountsValidation, ratesValidation } from '@tenor/engine/disclosures/validation.ts';
import type { ScheduleRow } from '@tenor/engine/installment/schedule-of.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import { addCents, type Cents, subtractCents, sumCents, zeroCents } from '@tenor/engine/values/cents.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import type { InstallmentSettings } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Originating } from '../../loan/product.ts';
import { absoluteRates, mustKeepCaps, wholeRates } from '../../loan/rate-caps.ts';
import type { IndexKnown, LoanFigures } from '../../loan/tables.ts';
import { indexFacts } from '../../timeline/index-facts.ts';
import { maprOf } from './mapr.ts';
import type { AtOriginationInput } from './schemas.ts';
import { mustBeLentInTime, mustMakeSchedule } from './terms-of-loan.ts';

export interface Disclosure {
  readonly schedule: readonly ScheduleRow[];
  readonly aprNominal: string | null;
  readonly aprEffective: string | null;
  readonly limits: ReturnType<typeof ratesValidation>;
}

/** Computed as if the loan were activated on that day. */
export function disclose(terms: Terms, index: IndexKnown, settings: InstallmentSettings, day: Day): Disclosure {
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

/** A loan that is boarded and activated at once needs the same result twice. */
const lastComputed = new WeakMap<Terms, Computed>();

export function scheduleAndRates(terms: Terms, index: IndexKnown, day: Day): Computed {
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

const originationLimits = ({ limits }: Disclosure): Record<string, boolean> => ({
  interestRateAtOrigExceedsMax: limits.interestRateExceedsMax,
  interestRateAtOrigBelowMin: limits.interestRateBelowMin,
  aprEffectiveAtOrigExceedsMax: limits.aprEffectiveExceedsMax,
  aprNominalAtOrigExceedsMax: limits.aprNominalExceedsMax,
});

export const activationLimits = ({ limits }: Disclosure): Record<string, boolean> => ({
  aprEffectiveAtActExceedsMax: limits.aprEffectiveExceedsMax,
  aprNominalAtActExceedsMax: limits.aprNominalExceedsMax,
});

const nothingToCompare: AmountsValidation = {
  principalMatch: true,
  interestMatch: true,
  feesMatch: true,
  totalAdvancesMatch: true,
  recurringAmountsMatch: true,
};

/** What was found is shown; before anything is compared, the flags of a schedule that was sent are left out. */
export function shownAmountsFound(
  { amountsValidation: found }: LoanFigures,
  agreed: AtOriginationInput,
): Readonly<Record<string, boolean>> {
  return found ?? (agreed.expectedPayments ? {} : { ...nothingToCompare });
}

/** Whether the lender's amounts match what we compute; null if the lender sent none. */
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
  // They are compared with the payments that we would compute without them.
  const free = { ...terms, payments: { ...terms.payments, schedule: rows.map(({ on }) => ({ on, amount: null })) } };
  const found = amountsValidation(free, day, rows);
  // An amount that was not sent cannot differ.
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

/** A charge that is given has no rate of its own: what the caps bound is the annual percentage rate that it comes to. */
function ratesToCap(terms: Terms, index: IndexKnown, day: Day, { aprNominal }: Disclosure) {
  if (terms.interest.rates.length > 0) return absoluteRates(terms, index, day);
  return [{ path: 'atOrigination.financeChargeAmount', rate: (aprNominal ?? '0') as Rate }];
}

/** The first one: of a schedule of equal payments it is that of all but the last. */
const paymentOf = ([first]: readonly ScheduleRow[]): Pick<LoanFigures, 'periodicPaymentAmount'> =>
  first === undefined ? {} : { periodicPaymentAmount: addCents(first.principal, first.interest) };

/** Errors: InvalidRequest. */
export async function originationFigures(
  reader: Reader,
  {
    loanTypeId,
    settings,
    agreed,
    terms,
    index,
    state,
    date,
  }: Originating<Terms, AtOriginationInput, InstallmentSettings>,
): Promise<LoanFigures> {
  const day = dayOf(date);
  const found = disclose(terms, index, settings, day);
  const checked = await mustKeepCaps(reader, loanTypeId, ratesToCap(terms, index, day, found), { state, date });
  mustBeLentInTime(terms, day, found.schedule);
  const mapr = maprOf({ agreed, terms, schedule: found.schedule, on: day });
  const amounts = amountsFound(terms, agreed, day);
  return {
    ...(found.aprNominal === null ? {} : { aprNominalAtOrigination: found.aprNominal }),
    ...(found.aprEffective === null ? {} : { aprEffectiveAtOrigination: found.aprEffective }),
    ...(mapr === undefined ? {} : { maprAtOrigination: mapr }),
    ...paymentOf(found.schedule),
    totalInterestAmount: sumCents(found.schedule.map(({ interest }) => interest)),
    totalDiscountAmount: sumCents(found.schedule.map((row) => subtractCents(row.interestBeforeDiscount, row.interest))),
    ratesValidation: { ...originationLimits(found), ...checked },
    ...(amounts === null ? {} : { amountsValidation: { ...amounts } }),
  };
}
