// Fields that only installment loans have, in requests and answers. Names and shapes are those of the interface (3.5,
// 3.6); values that were left out at origination are shown filled in.
import { type Frequency, frequencies } from '@tenor/engine/time/due-dates.ts';
import { type Static, Type } from 'typebox';
import { Address } from '#capabilities/people/index.ts';
import {
  Amount,
  Bool,
  DateOnly,
  Described,
  ForStaff,
  Id,
  Int,
  Named,
  Nullable,
  notSentIfEmpty,
  Rate,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { saidOfAdvances } from '../../loan/advance-schemas.ts';
import {
  InterestRate,
  OriginationFees,
  PromoRate,
  SpecificDay,
  scheduleFields,
  sharedFields,
} from '../../loan/agreement-fields.ts';
import { Disbursement } from '../../loan/disbursement-schemas.ts';
import { ScheduleItem } from '../../loan/plan-schemas.ts';
import { AgreedPromoProgram } from '../../loan/promo-schemas.ts';
import { agreementFields, difference, Flags, Mapr, RatesValidation } from '../../loan/schemas.ts';
import { Mdr } from './merchant-discount.ts';

const amount = (description: string) => Described(Amount, { description });
const optionalAmount = (description: string) => Type.Optional(Nullable(Amount, { description }));

/** A number or one word, and so nothing that somebody wrote about the borrower. */
const kept = (pattern: string, expected: string) =>
  Type.Optional(
    Nullable(Type.Unsafe<string>({ type: 'string', maxLength: 64, pattern, 'x-expected': expected }), {
      description: 'Kept as it was sent.',
    }),
  );
const exact = kept('^-?\\d{1,15}(\\.\\d{1,40})?$', 'a number as text, such as 190.4187');

const SuppliedPayment = Named('SuppliedPayment')({
  date: Described(DateOnly, { description: 'A due date, kept as it is.' }),
  amount: Type.Optional(Nullable(Amount, { description: 'What is due; null: computed.' })),
  principalAmount: optionalAmount('For comparison only: see amountsValidation.'),
  interestAmount: optionalAmount('For comparison only.'),
  interestBeforeDiscountAmount: optionalAmount('Kept as it was sent.'),
  unroundedPrincipalAmount: exact,
  unroundedInterestAmount: exact,
  unroundedInterestBeforeDiscountAmount: exact,
  paymentType: kept('^[A-Za-z]{1,40}$', 'one word, such as periodicPayment'),
  dynamicFeeDetails: Type.Optional(
    Nullable(Named('SuppliedFeeDetails')({ dynamicFeeTypeId: kept('^[A-Za-z0-9-]{1,64}$', 'the id of a fee type') }), {
      description: 'Kept as it was sent.',
    }),
  ),
});

const PlannedAdvance = Named('PlannedAdvance')({
  advanceDate: Described(DateOnly, { description: 'The day it is to be paid out.' }),
  amount: amount('What is paid out then.'),
  ...saidOfAdvances,
});

const disclosed = 'As the lender disclosed it; shown instead of ours.';

const atOrigination = {
  amountFinanced: optionalAmount('What is financed; the principal if not given. Refunds are at most this.'),
  principalAmount: optionalAmount('What is lent; the amount financed less the down payment if not given.'),
  downPaymentAmount: optionalAmount('Paid before; 0 if not given.'),
  duration: Type.Optional(Nullable(Int({ min: 1, max: 1200 }), { description: 'Number of payments.' })),
  periodicPaymentAmount: optionalAmount('The payment, where it is given and not computed.'),
  enforcedEndDate: Type.Optional(Nullable(DateOnly, { description: 'Takes the place of the last due date.' })),
  expectedPayments: Type.Optional(
    Nullable(Type.Array(SuppliedPayment, { maxItems: 1200, ...notSentIfEmpty }), {
      description: 'A schedule of your own; an empty one is as if it were not sent.',
    }),
  ),
  advanceSchedule: Type.Optional(
    Nullable(Type.Array(PlannedAdvance, { maxItems: 100 }), {
      description:
        'What is to be lent later, of a loan type with payments.multipleAdvances: the schedule counts on it, and each is an advance from the activation on.',
    }),
  ),
  mdr: Type.Optional(
    ForStaff(Nullable(Mdr, { description: 'What the lender keeps back from the merchant. Of installment loans.' })),
  ),
  financeChargeAmount: optionalAmount(
    'For a loan type with interest.precomputedRebate: the whole charge, in place of interestRates.',
  ),
  addOnRate: Type.Optional(
    Nullable(Rate, {
      description:
        'The same as a rate: the charge is the principal times this rate times the years of its payments, rounded half up.',
    }),
  ),
  firstRateResetDate: Type.Optional(
    Nullable(DateOnly, {
      description:
        'For a loan type with interest.resetMonths, where a rate is over an index: the date of its first reset. Until then the first rate stays; the later resets follow every resetMonths.',
    }),
  ),
  totalInterestCapAmount: optionalAmount('Interest beyond this total is forgone.'),
  totalInterestAmount: optionalAmount(disclosed),
  totalDiscountAmount: optionalAmount(disclosed),
  ...sharedFields,
  ...scheduleFields,
  ...agreementFields,
};

export const AtOriginationInput = Type.Object(atOrigination);
export type AtOriginationInput = Static<typeof AtOriginationInput>;

/** An agreement that lacks nothing. */
export type WholeAgreement = AtOriginationInput &
  Required<Pick<AtOriginationInput, 'interestRates' | 'paymentFrequency'>> & {
    readonly interestRates: Static<typeof InterestRate>[];
    readonly paymentFrequency: Frequency;
  };

const ours = (description: string) => Nullable(Amount, { description });
const notYet = (description: string) => Type.Null({ description });

const Computed = Type.Object(
  {
    aprNominal: Nullable(Rate, { description: 'As the terms give it, once they are originated.' }),
    aprEffective: Nullable(Rate),
    periodicPaymentAmount: ours('The first payment of the schedule as it was originated, without fees.'),
    totalInterestAmount: ours('As the schedule gave it when it was originated.'),
    totalDiscountAmount: ours('By how much promotional rates lower it.'),
  },
  { description: 'What we compute, whatever the lender disclosed.' },
);

/** The answer has every field that may be sent, and what was computed; what is not set is null. */
const AtOrigination = Named('AtOrigination')({
  ...Type.Required(AtOriginationInput).properties,
  interestRates: Nullable(Type.Array(Type.Required(InterestRate)), { description: 'One after the other.' }),
  promoRates: Nullable(Type.Array(Type.Required(PromoRate))),
  fees: Type.Required(OriginationFees),
  personAddress: Nullable(Address, { description: 'The address that was sent in line.' }),
  aprNominal: Nullable(Rate, { description: 'What the lender disclosed; ours, if it disclosed none.' }),
  aprEffective: Nullable(Rate, { description: 'In the same way.' }),
  totalInterestAmount: ours('In the same way.'),
  totalDiscountAmount: ours('In the same way.'),
  computed: Computed,
  coveredBorrower: Type.Boolean(),
  mapr: Mapr,
  validAddress: Nullable(Type.Boolean(), {
    description: 'Whether the address in line keeps our rules; true where an address on file is named; null without.',
  }),
  isValidMerchantId: Type.Boolean({ description: 'Whether merchantId is one of our merchants.' }),
  mdr: ForStaff(Nullable(Type.Required(Mdr), { description: 'Null: nothing is kept back from a merchant.' })),
  promoPrograms: Nullable(Type.Array(AgreedPromoProgram), {
    description: 'Agreed with the loan. Null: none. Further ones are in the list of promo programs alone.',
  }),
  card: notYet('For lines of credit only.'),
  minPaymentCalculation: notYet('For lines of credit only.'),
  gracePeriod: notYet('For lines of credit only.'),
});
export type AtOrigination = Static<typeof AtOrigination>;

const DisclosuresValidation = Type.Object(
  {
    aprNominalMatch: Type.Boolean(),
    aprEffectiveMatch: Type.Boolean(),
    totalInterestMatch: Type.Boolean(),
    totalDiscountMatch: Type.Boolean(),
    originatedAtMatch: Type.Boolean({
      description: 'False: originatedAt is on another day than originationRecordedAt.',
    }),
  },
  {
    description:
      'False: what the lender disclosed differs from what we compute. True where it disclosed nothing, or nothing is computed yet.',
  },
);
export type DisclosuresValidation = Static<typeof DisclosuresValidation>;

const AmountsValidation = ForStaff(
  Flags(
    'AmountsValidation',
    ['principalMatch', 'interestMatch', 'feesMatch', 'totalAdvancesMatch', 'recurringAmountsMatch'],
    {
      description:
        'The schedule that was sent against the one that we compute. All true where none was sent; a draft with one has no flag yet.',
    },
  ),
);

/** Fields of installment loans besides those that every loan has in the same way. */
export const loanFields = {
  newDrawsAllowed: Type.Boolean({ description: 'False: an installment loan has no draws.' }),
  endDate: Nullable(DateOnly, {
    description: 'The last due date, as the schedule stands; the day on which the loan ended, once it is over.',
  }),
  aprNominalAtActivation: Nullable(Rate),
  aprEffectiveAtActivation: Nullable(Rate),
  current: Type.Object({
    periodicPayment: Nullable(Amount, {
      description:
        'As the schedule of an originated loan says; null before the origination, and if it never began; 0 once the loan is over.',
    }),
    autopayEnabled: Type.Boolean(),
  }),
  ratesValidation: RatesValidation,
  amountsValidation: AmountsValidation,
  disclosuresValidation: ForStaff(DisclosuresValidation),
  atOrigination: AtOrigination,
};

// ---- activated and unfrozen -----------------------------------------------------------------------------------------

export const activationFields = {
  amortizationAtActivation: Type.Optional(
    Nullable(StringEnum(['reamortize', 'keepSchedule']), {
      description:
        'reamortize (the default): the schedule is computed from today. keepSchedule: dates and amounts stay as on the day of the origination.',
    }),
  ),
  paymentInstrumentId: Type.Optional(
    Nullable(Id('PT', 'payment instrument'), {
      description:
        'Where the loan type has the service pay out the proceeds: the bank account of the borrower that gets them. The loan is activated on the day on which they are there.',
    }),
  ),
};
const ActivationFields = Type.Object(activationFields);
export type ActivationFields = Static<typeof ActivationFields>;

export const Activated = Type.Object(
  {
    schedule: Type.Array(ScheduleItem),
    ratesValidation: RatesValidation,
    amountsValidation: AmountsValidation,
    disbursement: Type.Optional(Disbursement),
  },
  { title: 'ActivatedLoan' },
);
export type Activated = Static<typeof Activated>;

export const Unfrozen = Type.Object(
  {
    paymentFrequency: StringEnum(frequencies),
    specificDays: Type.Array(SpecificDay),
    schedule: Type.Array(ScheduleItem),
    difference,
  },
  { title: 'UnfrozenLoan' },
);
export type Unfrozen = Static<typeof Unfrozen>;

const date = (description: string) => Described(DateOnly, { description });
const optionalDate = (description: string) => Type.Optional(Nullable(DateOnly, { description }));

// ---- migrated -------------------------------------------------------------------------------------------------------

const TakenOverObligation = Named('TakenOverObligation')({
  dueDate: date('The due date that has come, not after the migration date.'),
  principalAmount: optionalAmount('What of it is still owed.'),
  interestAmount: optionalAmount('What of it is still owed.'),
  lateFeeAmount: optionalAmount('The late fee of this due date that is still owed.'),
  isLateFeeTested: Type.Optional(
    Nullable(Bool, {
      description: 'True: its late fee was charged or ruled out before. Default: whether one is owed.',
    }),
  ),
});

export const TakenOverBalances = Type.Object({
  principalAmount: amount('All the principal owed: not due, due and overdue.'),
  accruedInterestAmount: optionalAmount(
    'Earned by the migration date and not due yet, in whole cents; 0 if not given.',
  ),
  unroundedAccruedInterestAmount: Type.Optional(
    Nullable(Text({ max: 30, example: '12.34567801' }), {
      description: 'The same in dollars with up to eight decimals, so that no part of a cent is lost.',
    }),
  ),
  unearnedChargeAmount: optionalAmount(
    'For a loan with precomputed interest: what of its charge was not earned when the running period began; as by the agreement, begun on startDate, if not given.',
  ),
  reimbursementAmount: optionalAmount('What we owe the borrower. Never a negative principal.'),
  obligations: Type.Optional(
    Nullable(Type.Array(TakenOverObligation, { maxItems: 1200 }), {
      description: 'Due dates of which something is still owed, earliest first.',
    }),
  ),
  paidPrincipalAmount: optionalAmount('Paid so far, before the migration; 0 if not given.'),
  paidInterestAmount: optionalAmount('Paid so far.'),
  paidFeesAmount: optionalAmount('Paid so far.'),
  periodicPaymentAmount: optionalAmount('The payment; that of the agreement if not given.'),
  dueDates: Type.Optional(
    Nullable(Type.Array(DateOnly, { maxItems: 1200 }), {
      description: 'Due dates after the migration date; those of the agreement, begun on startDate, if not given.',
    }),
  ),
  nextPeriodNumber: Type.Optional(
    Nullable(Int({ min: 1, max: 3600 }), {
      description: 'The number of the first of them, counted from the beginning; counted if not given.',
    }),
  ),
  periodStartDate: optionalDate('The first day of the running period; the last due date that has come if not given.'),
});
export type TakenOverBalances = Static<typeof TakenOverBalances>;
