// Makes the engine's terms from the settings of the loan type and from the agreement. Impossible values are refused
// with the path of their field.
import type { FactOf } from '@tenor/engine/account/facts.ts';
import { TermsRefused } from '@tenor/engine/account/terms.ts';
import { type ScheduleRow, scheduleOf } from '@tenor/engine/installment/schedule-of.ts';
import type { State } from '@tenor/engine/installment/state.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import type { DueDays } from '@tenor/engine/time/due-dates.ts';
import { checkDueDays, openingDueDates } from '@tenor/engine/time/due-dates.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { expectedDays, type InstallmentSettings } from '#capabilities/products/index.ts';
import { refuseField, refuseFields } from '#platform/errors.ts';
import { mustBeRates, rateTermsOf, readDays } from '../../loan/agreement-fields.ts';
import type { State as BookState } from '../../loan/books.ts';
import { boundedFor, maprMax } from '../../loan/covered.ts';
import { loanErrors } from '../../loan/errors.ts';
import type { LoanRow } from '../../loan/tables.ts';
import { termsOf as storedTerms } from '../../timeline/held-loan.ts';
import { mustBeAgreement } from './agreement.ts';
import { discountTerms } from './merchant-discount.ts';
import { precomputedTerms } from './precomputed.ts';
import { resetTerms } from './rate-resets.ts';
import type { AtOriginationInput, WholeAgreement } from './schemas.ts';

const wrong = (field: string, message: string, expected: string) =>
  refuseField(`atOrigination.${field}`, message, expected);

/** The state of a loan of this product, computed by its own replay. */
export const ownState = (state: BookState): State => state as State;

/** The terms as they were fixed at the origination. */
export const termsOf = (row: LoanRow): Terms => storedTerms(row) as Terms;

/** Errors: InvalidRequest, InvalidSpecificDays. */
export function agreedTerms(settings: InstallmentSettings, agreed: WholeAgreement): Terms {
  mustBeRates(agreed);
  const terms = termsOfLoan(settings, agreed);
  mustBeAgreement(agreed);
  if (agreed.advanceSchedule?.length && !settings.payments.multipleAdvances) {
    throw wrong('advanceSchedule', 'is for loan types with payments.multipleAdvances', 'nothing, or such a loan type');
  }
  return terms;
}

function termsOfLoan(settings: InstallmentSettings, agreed: WholeAgreement): Terms {
  const principal = principalOf(agreed);
  const fees = feeTerms(settings, agreed, principal);
  const payments = paymentTerms(settings, agreed);
  return {
    principal,
    amountFinanced: agreed.amountFinanced ?? principal,
    interest: {
      ...interestTerms(settings, agreed),
      precomputed: precomputedTerms(settings, agreed, { principal, payments }),
    },
    payments,
    fees,
    waterfall: waterfallTerms(settings),
    prepayment: settings.payments.prepayment,
    delinquency: {
      tolerance: settings.delinquency.toleranceAmount,
      deadlines: settings.payments.deadlines,
      accelerationDueWithin: settings.delinquency.accelerationDueWithin,
      chargeOffDueWithin: settings.delinquency.chargeOffDueWithin,
      accrualAfterChargeOff: settings.delinquency.accrualAfterChargeOff,
    },
    merchantDiscount: discountTerms(settings, agreed, { principal, fees }),
  };
}

const waterfallTerms = ({ waterfall: { by, order, earlyPayment } }: InstallmentSettings): Terms['waterfall'] => ({
  by,
  order,
  early: earlyPayment,
});

function principalOf({ principalAmount, amountFinanced, downPaymentAmount }: AtOriginationInput): Cents {
  const given = principalAmount ?? amountFinanced ?? 0;
  const principal = principalAmount == null ? given - (downPaymentAmount ?? 0) : given;
  if (principal > 0) return principal as Cents;
  throw wrong('amountFinanced', 'must be more than the down payment and zero', 'an amount of at least 0.01');
}

function interestTerms(settings: InstallmentSettings, agreed: WholeAgreement): Terms['interest'] {
  const { interest } = settings;
  return {
    ...rateTermsOf(agreed, boundedFor(agreed, interest, maprMax)),
    resets: resetTerms(settings, agreed),
    dayCount: interest.dayCount,
    accrual: interest.accrualMethod,
    rounding: interest.rounding,
    totalCap: agreed.totalInterestCapAmount ?? null,
    overdueRate: interest.overdueRate,
    overdueBearing: interest.overdueBearing,
    afterRateChange: interest.afterRateChange,
  };
}

function paymentTerms({ payments }: InstallmentSettings, agreed: WholeAgreement): Terms['payments'] {
  const { duration = null, periodicPaymentAmount = null, enforcedEndDate = null, expectedPayments } = agreed;
  const isSingle = agreed.paymentFrequency === 'singleTerm';
  return {
    ...dueDaysOf(agreed),
    count: isSingle ? null : duration,
    amount: periodicPaymentAmount,
    schedule: expectedPayments?.map(({ date, amount = null }) => ({ on: dayOf(date), amount })) ?? null,
    bufferDays: agreed.bufferToPushOutSchedule ?? null,
    endDate: enforcedEndDate === null ? null : dayOf(enforcedEndDate),
    rounding: { unit: payments.roundingUnit, mode: payments.roundingMode },
    amortization: payments.amortization,
    ...(payments.statementDaysBeforeDue > 0 && { statementDaysBefore: payments.statementDaysBeforeDue }),
    interestOnly: payments.interestOnlyPayments,
    balloon: zeroCents,
    plannedAdvances: (agreed.advanceSchedule ?? []).map(({ advanceDate, amount }) => ({
      on: dayOf(advanceDate),
      amount,
    })),
  };
}

/** Clients know the refusal InvalidSpecificDays. */
function dueDaysOf({ paymentFrequency: frequency, specificDays }: WholeAgreement): DueDays {
  const { days, startDate, problem: unread } = readDays(frequency, specificDays ?? []);
  const dueDays = { frequency, days, startDate };
  const problem = unread ?? checkDueDays(dueDays);
  if (problem === undefined) return dueDays;
  throw refuseFields(loanErrors.InvalidSpecificDays, [
    { path: 'atOrigination.specificDays', message: problem, expected: expectedDays[frequency] },
  ]);
}

function feeTerms({ fees }: InstallmentSettings, agreed: AtOriginationInput, principal: Cents): Terms['fees'] {
  const { originationFeeAmount, serviceFeeAmount, serviceFeeCapAmount } = agreed.fees ?? {};
  if (originationFeeAmount && fees.origination === null) {
    throw wrong('fees.originationFeeAmount', 'must be 0: the loan type has no origination fee', 'nothing');
  }
  if (originationFeeAmount && fees.origination?.charged === 'deducted' && originationFeeAmount >= principal) {
    throw wrong(
      'fees.originationFeeAmount',
      'leaves nothing to pay out',
      'less than the principal it is deducted from',
    );
  }
  const service = serviceFeeAmount ?? fees.service?.amount ?? null;
  const serviceCap = serviceFeeCapAmount ?? fees.service?.capAmount ?? null;
  return {
    origination:
      originationFeeAmount && fees.origination
        ? { amount: originationFeeAmount, charged: fees.origination.charged }
        : null,
    periodic: [
      ...(service === null || service === 0 ? [] : [{ type: 'service' as const, amount: service, cap: serviceCap }]),
      ...(fees.membership === null
        ? []
        : [{ type: 'membership' as const, amount: fees.membership.amount, cap: fees.membership.capAmount }]),
    ],
    late: lateFee(fees.late),
    nsf: fees.nsfAmount,
  };
}

const lateFee = (late: InstallmentSettings['fees']['late']): Terms['fees']['late'] =>
  late && {
    graceDays: late.graceDays,
    flat: late.flatAmount,
    percent: late.percent,
    rule: late.rule,
    base: late.base,
    min: late.minAmount,
    max: late.maxAmount,
    yearlyCap: late.yearlyCapAmount,
    lifetimeCap: late.lifetimeCapAmount,
    pyramiding: late.pyramiding,
  };

/** Refuses terms that give no schedule at all if the loan begins on that day. */
export function mustMakeSchedule(terms: Terms, begunOn: Day, index: readonly FactOf<'index'>[] = []): ScheduleRow[] {
  mustEndInTime(terms, begunOn);
  mustBeFewPayments(terms, begunOn);
  mustResetInTime(terms, begunOn);
  try {
    return scheduleOf(terms, begunOn, index);
  } catch (error) {
    if (!(error instanceof TermsRefused)) throw error;
    const why = error.message.slice(`${error.path}: `.length);
    throw wrong(fieldOf[error.path] ?? datesOf(terms), why, 'terms that a schedule can be made of');
  }
}

/** None that would be lent before the loan begins, or when nothing is to pay it back. Errors: InvalidRequest. */
export function mustBeLentInTime({ payments }: Terms, begunOn: Day, schedule: readonly ScheduleRow[]): void {
  const [first, last] = [begunOn + 1, (schedule.at(-1)?.on ?? begunOn) - 1];
  const strange = payments.plannedAdvances.findIndex(({ on }) => on < first || on > last);
  if (strange === -1) return;
  const expected = `a date from ${dateOf(first)} to ${dateOf(last)}`;
  throw wrong(
    `advanceSchedule[${strange}].advanceDate`,
    'is not between the first day and the last due date',
    expected,
  );
}

const mostPayments = 1200;
/** 1,200 monthly payments last a hundred years; payments that are added at the end must still have valid dates. */
const longestDays = 150 * 366;

function mustEndInTime({ payments }: Terms, begunOn: Day): void {
  const latest = begunOn + longestDays;
  const expected = () => `a date until ${dateOf(latest)}`;
  const row = payments.schedule?.findIndex(({ on }) => on > latest) ?? -1;
  if (row >= 0) throw wrong(`expectedPayments[${row}].date`, 'lies too far ahead', expected());
  if ((payments.endDate ?? begunOn) > latest) throw wrong('enforcedEndDate', 'lies too far ahead', expected());
}

/** On the first day nothing is reset. */
function mustResetInTime({ interest: { resets } }: Terms, begunOn: Day): void {
  if (resets == null || resets.first > begunOn) return;
  throw wrong('firstRateResetDate', 'is not after the first day', `a date after ${dateOf(begunOn)}`);
}

/** With an end date alone the number of payments is not known, so they are counted. */
function mustBeFewPayments({ payments }: Terms, begunOn: Day): void {
  const { endDate, count, amount, schedule } = payments;
  if (endDate === null || count !== null || amount !== null || schedule !== null) return;
  const dates = openingDueDates(payments, begunOn, mostPayments);
  if (dates.length <= mostPayments) return;
  const latest = dateOf(dates[mostPayments - 1]!);
  throw wrong('enforcedEndDate', `lies more than ${mostPayments} payments ahead`, `a date until ${latest}`);
}

/** The field of the interface for a term of the engine. */
const fieldOf: Readonly<Record<string, string>> = {
  'interest.dayCount': 'paymentFrequency',
  'interest.totalCap': 'totalInterestCapAmount',
  'interest.precomputed.charge': 'financeChargeAmount',
  'interest.precomputed.rebate': 'duration',
  'payments.amount': 'periodicPaymentAmount',
  'payments.count': 'duration',
  'payments.endDate': 'enforcedEndDate',
  'payments.schedule': 'expectedPayments',
};

/** The field that decides the due dates, for terms in which no due date can be the first. */
const datesOf = ({ payments }: Terms): string => {
  if (payments.schedule !== null) return 'expectedPayments';
  return payments.endDate === null ? 'specificDays' : 'enforcedEndDate';
};
