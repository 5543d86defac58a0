// Obligations, fees and rates of a loan as they are shown and asked for. Source: resource shapes 3.5.4, 3.6, 3.9, 3.12.
import { type Static, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import { feeKinds } from '#capabilities/products/index.ts';
import {
  Amount,
  Bool,
  DateOnly,
  DateTime,
  Described,
  Extended,
  Named,
  Nullable,
  Rate,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { difference, previewMode, RatesValidation } from '../loan/schemas.ts';
import { TimeOfDay } from '../loan/time-of-day.ts';

const id = (example: string) => Text({ max: 12, example });
const amount = (description: string) => Described(Amount, { description });
const date = (description: string) => Described(DateOnly, { description });

// ---- obligations ----------------------------------------------------------------------------------------------------

const MigratedPart = Named('MigratedObligation')({
  migratedOverdueAmount: amount('Overdue when the loan was taken over.'),
  migratedOverdueRemainingAmount: amount('What of it is still to be paid.'),
  migratedDaysOverdue: Type.Integer({ description: 'Days overdue when the loan was taken over.' }),
});

const grace = {
  fullBalanceAmount: amount('All that was owed after the statement: paid in full by its deadline, grace is kept.'),
  fullBalanceMinusOverdueAmount: amount('The same without what was overdue then.'),
  totalFulfilledOnDueDateAmount: amount('What of it has been paid or credited.'),
  isGracePeriodEligible: Type.Boolean({
    description: 'It had grace at the statement, or has it since it was won back.',
  }),
};

const LoanGracePeriod = Named('LoanGracePeriod')(grace);

const DrawGracePeriod = Named('DrawGracePeriod')({
  drawId: id('LN-4TM8-QW2C'),
  ...grace,
  dateToCheckToKeepGrace: Nullable(DateOnly, { description: 'The day of the check that keeps grace.' }),
  dateToCheckToKeepGraceCanceledAt: Nullable(DateOnly, {
    description: 'The day on which that check became needless, because all was paid or grace was lost before.',
  }),
  dateToCheckToRestoreGrace: Nullable(DateOnly, {
    description: 'The day of the check that restores grace, if every statement from this one on is paid in full.',
  }),
});

export const Obligation = Type.Object(
  {
    id: id('OB-6RV2-K1PD'),
    object: Type.Literal('obligation'),
    obligationType: StringEnum(['instalment', 'statement', 'acceleration', 'demand', 'moved', 'fee'], {
      description:
        'What came due: an instalment; the minimum payment of a statement of a line; everything, by acceleration; on its own an advance, a fee, or what a dispute moved out of a statement.',
    }),
    periodId: Nullable(id('PE-2LM5-Q9RT'), { description: 'The period that ends with it. Null after the last one.' }),
    dueDate: DateOnly,
    obligationAmount: amount('All that is to be paid, what was paid ahead included.'),
    fulfilledAmount: amount('What of it is not to be paid any more: the sum of the five amounts below.'),
    remainingAmount: amount('What is still to be paid.'),
    paymentsAmount: amount('Fulfilled by payments.'),
    serviceCreditsAmount: amount('Fulfilled by service credits.'),
    overpaymentsAmount: amount('Paid ahead, before it came due.'),
    capitalizedAmount: amount('Joined the principal.'),
    unassignedAmount: amount('Fulfilled otherwise: waived fees, and what a re-age asks for later.'),
    overLimitAmount: amount('What a line asks for because it is above its limit; zero on other loans.'),
    isFulfilled: Type.Boolean({ description: 'Nothing remains.' }),
    isOverdue: Type.Boolean(),
    isOpen: Type.Boolean({
      description: 'Its period still runs, and the amount may change: it is what is expected now.',
    }),
    isLateFeeBlockedByPyramidingConfig: Type.Boolean(),
    isLateFeeSuspended: Type.Boolean({
      description: 'Its late fee did not come, because late fees were suspended on that day.',
    }),
    loanGracePeriod: Nullable(LoanGracePeriod, { description: 'For statements of a line; null elsewhere.' }),
    gracePeriod: Type.Array(DrawGracePeriod, {
      description: 'One for each draw that a statement asks for something; empty elsewhere.',
    }),
    migration: Nullable(MigratedPart, { description: 'Null: it came due here.' }),
    createdAt: Described(DateTime, {
      description:
        'When its period began, never before the activation; of what came due on its own, when that was booked.',
    }),
    updatedAt: Nullable(DateTime),
    deletedAt: Type.Null(),
  },
  { title: 'Obligation' },
);
export type ObligationView = Static<typeof Obligation>;

export const Obligations = Type.Object(
  {
    isLocked: Type.Boolean({ description: 'Work that takes several steps holds the loan: see its lock status.' }),
    isOverdue: Type.Boolean({ description: 'The loan is past due.' }),
    overdueAmount: amount('Overdue in all, whatever is listed.'),
    daysOverdue: Type.Integer({ description: 'How long the oldest one is overdue that does not count as paid.' }),
    obligations: Type.Array(Obligation, { description: 'By due date.' }),
  },
  { title: 'Obligations' },
);
export type Obligations = Static<typeof Obligations>;

// ---- fees -----------------------------------------------------------------------------------------------------------

export const LoanFee = Type.Object(
  {
    id: id('LF-8DN4-W2XB'),
    object: Type.Literal('loanFee'),
    loanId: id('LN-7KQ2-M4XA'),
    drawId: Nullable(id('LN-4TM8-QW2C'), { description: 'Null: of the loan itself.' }),
    feeTypeId: Nullable(id('FT-7B3M-W9KC'), { description: 'Null: of a kind that its loan type does not have.' }),
    feeType: StringEnum(feeKinds),
    apiName: Nullable(Text({ max: 60, example: 'lateFee' })),
    displayName: Nullable(Text({ max: 100, example: 'Late fee' })),
    amount: amount('As it was charged.'),
    openAmount: amount('Still to be paid.'),
    paidAmount: amount('Paid, by payments or credits.'),
    waivedAmount: amount('Given up.'),
    capitalizedAmount: amount('Joined the principal.'),
    chargedOffAmount: amount('Open when the loan was charged off.'),
    chargeDate: DateOnly,
    status: StringEnum(['open', 'partiallyPaid', 'paid', 'canceled', 'capitalized', 'chargedOff']),
  },
  { title: 'LoanFee' },
);
export type LoanFee = Static<typeof LoanFee>;

export const FeeCancel = Named('LoanFeeCancel')({ previewMode, caseId });
export type FeeCancel = Static<typeof FeeCancel>;

export const FeesCancel = Named('LoanFeesCancel')({
  loanFeeIds: Type.Optional(
    Nullable(
      Type.Array(Text({ max: 12, example: 'LF-8DN4-W2XB' }), {
        minItems: 1,
        maxItems: 50,
        description: 'All of them are canceled, or none.',
      }),
    ),
  ),
  apiName: Type.Optional(
    Nullable(Text({ max: 60, example: 'lateFee' }), {
      description: 'Instead of ids: all fees of this fee type that are not canceled yet.',
    }),
  ),
  previewMode,
  caseId,
});
export type FeesCancel = Static<typeof FeesCancel>;

const feeAmount = Type.Optional(Nullable(Amount, { description: 'The same as amount.' }));

export const FeeCreate = Named('LoanFeeCreate')({
  feeTypeId: Type.Optional(
    Nullable(Text({ max: 12, example: 'FT-7B3M-W9KC' }), {
      description: 'A fee type of the loan type. Required, here or by apiName.',
    }),
  ),
  apiName: Type.Optional(
    Nullable(Text({ max: 60, example: 'lateFee' }), { description: 'The name of the fee type, instead of its id.' }),
  ),
  amount: Type.Optional(Nullable(Amount, { description: 'That of the fee type, if not given.' })),
  feeAmount,
  chargeDate: Type.Optional(
    Nullable(DateOnly, {
      description: 'From the activation to today; today if not given. The loan is replayed from it.',
    }),
  ),
  chargeTimeOfDay: Type.Optional(Nullable(TimeOfDay)),
  drawId: Type.Optional(
    Nullable(Text({ max: 259, example: 'LN-4TM8-QW2C' }), {
      description: 'The draw that is charged; the loan itself, if not given.',
    }),
  ),
  previewMode,
  caseId,
});
export type FeeCreate = Static<typeof FeeCreate>;

export const FeeUpdate = Named('LoanFeeUpdate')({
  amount: Type.Optional(Nullable(Amount, { description: 'Its amount as of the day it was charged.' })),
  feeAmount,
  previewMode,
  caseId,
});
export type FeeUpdate = Static<typeof FeeUpdate>;

export const OriginationFeeUpdate = Named('OriginationFeeUpdate')({ feeAmount: Amount, previewMode, caseId });
export type OriginationFeeUpdate = Static<typeof OriginationFeeUpdate>;

export const AddedLoanFee = Extended(
  LoanFee,
  {
    warnings: Type.Array(
      Type.Object({ code: Type.Literal('feeCapExceeded'), path: Type.String(), message: Type.String() }),
      { description: 'What is unusual and was done all the same: a cap that fees by hand have passed.' },
    ),
    difference,
  },
  { title: 'AddedLoanFee' },
);
export type AddedLoanFee = Static<typeof AddedLoanFee>;

export const CanceledLoanFees = Type.Object(
  { fees: Type.Array(LoanFee, { description: 'In the order in which they were named.' }), difference },
  { title: 'CanceledLoanFees' },
);
export type CanceledLoanFees = Static<typeof CanceledLoanFees>;

/** After it was canceled or changed. */
export const ChangedLoanFee = Extended(LoanFee, { difference }, { title: 'ChangedLoanFee' });
export type ChangedLoanFee = Static<typeof ChangedLoanFee>;

// ---- rates ----------------------------------------------------------------------------------------------------------

export const LoanRate = Type.Object(
  {
    id: id('RA-2K8P-D4XN'),
    object: Type.Literal('loanRate'),
    drawId: Nullable(id('LN-4TM8-QW2C'), { description: 'Null: of the loan, on a line of all its draws.' }),
    rateType: StringEnum(['interestRate', 'promoRate', 'ceiling'], {
      description:
        'The lowest of the interest rates of a day counts; promotional rates are subtracted from it; a ceiling bounds what is left.',
    }),
    interestType: Nullable(StringEnum(['absolute', 'spread']), { description: 'For interest rates only.' }),
    annualRate: Described(Rate, { description: 'Per year. A spread is added to the index rate.' }),
    effectiveDate: date('Its first day.'),
    endDate: Nullable(DateOnly, { description: 'Its last day. Null: for good.' }),
    isInForce: Type.Boolean({ description: 'Today.' }),
  },
  { title: 'LoanRate' },
);
export type LoanRate = Static<typeof LoanRate>;

const period = {
  annualRate: Type.Optional(Described(Rate, { description: 'Per year; 0.0999 is 9.99 %. Required, here or as rate.' })),
  rate: Type.Optional(Described(Rate, { description: 'The same as annualRate.' })),
  effectiveDate: Type.Optional(
    Nullable(DateOnly, { description: 'Its first day, from the activation on; today if not given.' }),
  ),
  startDate: Type.Optional(Nullable(DateOnly, { description: 'The same as effectiveDate.' })),
  endDate: Type.Optional(Nullable(DateOnly, { description: 'Its last day. Null: for good.' })),
};

/** Why a higher rate of a line begins sooner than 45 days after the notice of it. */
const noticeExemptions = [
  'toldBefore',
  'agreedByBorrower',
  'temporaryRateEnded',
  'workoutEnded',
  'correction',
] as const;

const NewInterestRate = Named('InterestRateCreate')({
  ...period,
  noticeExemption: Type.Optional(
    Nullable(StringEnum(noticeExemptions), {
      description:
        'For lines of credit: why a higher rate may begin sooner than 45 days after the notice that the service sends (12 CFR 1026.9(c)(2)). toldBefore: the company has told the borrower itself, in time. agreedByBorrower: the borrower has agreed to it for something in return. temporaryRateEnded: a rate for a time ends as was told when it began. workoutEnded: a workout has ended, with terms no worse than before it. correction: the books are put right, and no term has changed. The event `loan.rate.created` tells it. Refused for other loans.',
    }),
  ),
  interestType: Type.Optional(StringEnum(['absolute', 'spread'], { description: 'absolute if not given.' })),
  replaces: Type.Optional(
    Described(Bool, {
      description:
        'True ends, the day before, every interest rate that began before. False (the default): the lowest of a day counts.',
    }),
  ),
});
const NewPromoRate = Named('PromoRateCreate')(period);
export type NewRate = Static<typeof NewInterestRate>;

export const RateCreate = Named('LoanRateCreate')({
  drawId: Type.Optional(
    Nullable(Text({ max: 259, example: 'LN-4TM8-QW2C' }), {
      description: 'Only this draw, by its id or ext- and its external id; all draws of the line if not given.',
    }),
  ),
  interestRate: Type.Optional(Nullable(NewInterestRate)),
  promoRate: Type.Optional(
    Nullable(NewPromoRate, { description: 'Subtracted from the interest rate; several are added up.' }),
  ),
  previewMode,
  caseId,
});
export type RateCreate = Static<typeof RateCreate>;

const CreatedRate = Type.Object({
  ...LoanRate.properties,
  id: Nullable(LoanRate.properties.id, { description: 'Null in a preview.' }),
});

export const CreatedRates = Type.Object(
  { rates: Type.Array(CreatedRate), ratesValidation: RatesValidation, difference },
  { title: 'CreatedRates' },
);
export type CreatedRates = Static<typeof CreatedRates>;
