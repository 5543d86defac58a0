// Fields that the agreements of several products have, and their values as the engine has them: rates, due days, fees.
import type { RateTerms } from '@tenor/engine/interest/rates.ts';
import { checkDueDays, type Frequency, frequencies } from '@tenor/engine/time/due-dates.ts';
import { type CivilDate, parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import type { Rate as RateText } from '@tenor/engine/values/rate.ts';
import { type Static, Type } from 'typebox';
import { percentProblem, rateProblem } from '#capabilities/products/index.ts';
import { mustHaveNone, type Problem, refuseField } from '#platform/errors.ts';
import {
  Amount,
  Described,
  Int,
  Named,
  Nullable,
  notSentIfEmpty,
  Rate,
  StringEnum,
  Text,
  WithoutEffect,
} from '#platform/input/schemas.ts';

const optionalAmount = (description: string) => Type.Optional(Nullable(Amount, { description }));

export const InterestRate = Named('InterestRateOfLoan')({
  days: Type.Optional(
    Nullable(Int({ min: 1, max: 36_600 }), {
      description: 'So many days from activation, or after the one before. Null: for good.',
    }),
  ),
  rate: Described(Rate, { description: 'Per year; 0.0999 is 9.99 %.' }),
  interestType: Type.Optional(
    StringEnum(['absolute', 'spread'], {
      description: 'spread is added to the index rate of the day; absolute if not given.',
    }),
  ),
});

export const PromoRate = Named('PromoRateOfLoan')({
  days: Type.Optional(
    Nullable(Int({ min: 1, max: 36_600 }), { description: 'So many days from activation. Null: for good.' }),
  ),
  rate: Described(Rate, { description: 'Subtracted from the interest rate.' }),
});

export const SpecificDay = Type.Unsafe<number | string>({
  type: ['integer', 'string'],
  'x-tenor': 'dayOrDate',
  description:
    'weekly: 1 (Monday) to 7. everyTwoWeeks: [day, date of the series]. everyNWeeks: [day, number of weeks, date of the series]. twiceMonthly: two days. monthly: one; 31 is the last. quarterly, halfYearly, yearly: [day, date of the series]. The date may be left out.',
  examples: [15],
});

const DynamicFee = Named('DynamicFee')({
  apiName: Text({ min: 1, max: 60, example: 'documentCopy' }),
  feeAmount: optionalAmount('As the lender disclosed it.'),
  feeCapAmount: optionalAmount('As the lender disclosed it.'),
});

export const OriginationFees = Named('OriginationFees')({
  originationFeeAmount: optionalAmount('Charged as the loan type says.'),
  serviceFeeAmount: optionalAmount('On each due date; that of the loan type if not given.'),
  serviceFeeCapAmount: optionalAmount('All service fees together are at most this.'),
  totalOtherFeesAmount: optionalAmount('All other fees together, as the lender disclosed them. We compute none.'),
  dynamicFees: Type.Optional(
    WithoutEffect(Nullable(Type.Array(DynamicFee, { maxItems: 50 })), 'fees that an agreement names'),
  ),
});

const disclosed = 'As the lender disclosed it; shown instead of ours.';

/** Fields that the agreement of a loan of any product shares with the parts of a line. */
export const sharedFields = {
  interestRates: Type.Optional(
    Nullable(Type.Array(InterestRate, { maxItems: 100, ...notSentIfEmpty }), {
      description:
        'One after the other. Required at the origination; on a line, those of draws that have none. An empty list is as if it were not sent.',
    }),
  ),
  promoRates: Type.Optional(Nullable(Type.Array(PromoRate, { maxItems: 100 }))),
  fees: Type.Optional(Nullable(OriginationFees)),
  aprNominal: Type.Optional(Nullable(Rate, { description: disclosed })),
  aprEffective: Type.Optional(Nullable(Rate, { description: disclosed })),
};

/** When a loan is billed. */
export const scheduleFields = {
  paymentFrequency: Type.Optional(
    Nullable(StringEnum(frequencies), {
      description: 'Required at the origination; a line without one has that of its loan type.',
    }),
  ),
  specificDays: Type.Optional(Nullable(Type.Array(SpecificDay, { maxItems: 3 }))),
  bufferToPushOutSchedule: Type.Optional(
    Nullable(Int({ min: 0, max: 366 }), {
      description: 'The first due date, or the first statement of a line, lies at least so many days after activation.',
    }),
  ),
};

// ---- as the engine has them -----------------------------------------------------------------------------------------

const wrong = (field: string, message: string, expected: string): Problem => ({
  path: `atOrigination.${field}`,
  message,
  expected,
});

interface AgreedRates {
  readonly interestRates?: Static<typeof InterestRate>[] | null;
  readonly promoRates?: Static<typeof PromoRate>[] | null;
}

const rateBounds = { min: -1, max: 10 };
const promoBounds = { min: 0, max: 10 };

/** Refuses rates written as percent, or finer than the engine keeps exact. Errors: InvalidRequest. */
export function mustBeRates({ interestRates, promoRates }: AgreedRates): void {
  const problems = [
    ...(interestRates ?? []).flatMap(({ rate }, i) =>
      rateProblem(`atOrigination.interestRates[${i}].rate`, rate, rateBounds),
    ),
    ...(promoRates ?? []).flatMap(({ rate }, i) =>
      rateProblem(`atOrigination.promoRates[${i}].rate`, rate, promoBounds),
    ),
  ];
  mustHaveNone(problems);
}

export interface RatesOfAny extends AgreedRates {
  readonly addOnRate?: RateText | null;
}

/** Refuses rates written as percent, which only the loan type can tell from very high ones. Errors: InvalidRequest. */
export function mustBeNoPercent(
  { interestRates, promoRates, addOnRate }: RatesOfAny,
  interest: { readonly maxRate: RateText | null },
): void {
  const problemsOf = (rates: AgreedRates['promoRates'], name: string) =>
    (rates ?? []).flatMap(({ rate }, i) => percentProblem(`atOrigination.${name}[${i}].rate`, rate, interest));
  mustHaveNone([
    ...problemsOf(interestRates, 'interestRates'),
    ...problemsOf(promoRates, 'promoRates'),
    ...(addOnRate == null ? [] : percentProblem('atOrigination.addOnRate', addOnRate, interest)),
  ]);
}

/** A rate that others follow ends on some day. */
export const gapsIn = (interestRates: AgreedRates['interestRates']): Problem[] =>
  (interestRates ?? []).flatMap(({ days }, i, { length }) =>
    days == null && i < length - 1
      ? [wrong(`interestRates[${i}].days`, 'is required: more rates follow', 'a number of days')]
      : [],
  );

interface IndexBounds {
  readonly indexFloor: RateTerms['floor'];
  readonly indexCap: RateTerms['cap'];
  readonly indexStepCap: RateTerms['stepCap'];
}

/** Errors: InvalidRequest. */
export function rateTermsOf({ interestRates, promoRates }: AgreedRates, bounds: IndexBounds): RateTerms {
  return {
    rates: (interestRates ?? []).map(({ days = null, rate, interestType = 'absolute' }, i) => {
      if (interestType === 'absolute' && rate.startsWith('-')) {
        const path = `atOrigination.interestRates[${i}].rate`;
        throw refuseField(path, 'must not be below zero', 'a rate from 0 on, or interestType spread');
      }
      return { days, rate, type: interestType };
    }),
    promos: (promoRates ?? []).map(({ days = null, rate }) => ({ days, rate })),
    floor: bounds.indexFloor,
    cap: bounds.indexCap,
    stepCap: bounds.indexStepCap,
  };
}

interface ReadDays {
  readonly days: readonly number[];
  readonly startDate: Day | null;
  /** Why they are no days at all, whatever the frequency asks for. */
  readonly problem: string | undefined;
}

/** How many numbers come before the date of the series; those of other frequencies have no date. */
const numbersBeforeDate: Partial<Record<Frequency, number>> = {
  everyTwoWeeks: 1,
  everyNWeeks: 2,
  quarterly: 1,
  halfYearly: 1,
  yearly: 1,
};

/** Days are taken as numbers or as their text; where weeks or months are left out, a date of the series may follow. */
export function readDays(frequency: Frequency, specificDays: readonly (number | string)[]): ReadDays {
  const numbers = numbersBeforeDate[frequency] ?? specificDays.length;
  const [date, more] = specificDays.slice(numbers);
  const startDate = date === undefined ? null : parseCivilDate(`${date}`);
  const days = more === undefined ? specificDays.slice(0, numbers) : specificDays;
  const isNumbered = days.every((day) => /^\d{1,2}$/.test(`${day}`));
  return {
    days: days.map(Number),
    startDate: startDate == null ? null : dayOf(startDate),
    problem: problemOfText(isNumbered, startDate),
  };
}

function problemOfText(isNumbered: boolean, startDate: CivilDate | null | undefined): string | undefined {
  if (!isNumbered) return 'a day must be a whole number';
  return startDate === undefined ? 'the last must be a date' : undefined;
}

interface DaysAgreed {
  readonly paymentFrequency: string;
  readonly specificDays: readonly (number | string)[];
}

/** The series that days of an agreement describe; or why they describe none. */
export function seriesOfDays({ paymentFrequency, specificDays }: DaysAgreed) {
  const frequency = paymentFrequency as Frequency;
  const { days, startDate, problem } = readDays(frequency, specificDays);
  const series = { frequency, days, startDate };
  return { series, problem: problem ?? checkDueDays(series) };
}

export const notNegative = (field: string, amount: number | null | undefined): Problem[] =>
  (amount ?? 0) < 0 ? [wrong(field, 'must not be negative', 'an amount from 0.00 on')] : [];
