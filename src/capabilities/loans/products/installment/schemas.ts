// Loans as they are asked for and shown. Names and shapes are those of the interface (3.5); what is left out at
// origination is shown filled in.
import { type Static, Type } from 'typebox';
import {
  Amount,
  Bool,
  DateOnly,
  DateTime,
  Described,
  ExternalId,
  Id,
  Int,
  MetaData,
  Nullable,
  Rate,
  StringEnum,
  Text,
  WithoutEffect,
} from '#platform/input/schemas.ts';
import { loanStatuses } from '../../loan/statuses.ts';

export const frequencies = ['weekly', 'everyTwoWeeks', 'twiceMonthly', 'monthly', 'singleTerm'] as const;

const amount = (description: string) => Described(Amount, { description });
const optionalAmount = (description: string) => Type.Optional(Nullable(Amount, { description }));

const InterestRate = Type.Object({
  days: Type.Optional(
    Nullable(Int({ min: 1, max: 36_600 }), {
      description: 'So many days from activation, or after the one before. Null: for good.',
    }),
  ),
  rate: Described(Rate, { description: 'Of a year, 0.0999 is 9.99 %.' }),
  interestType: Type.Optional(
    StringEnum(['absolute', 'spread'], {
      description: 'spread is added to the index rate of the day; absolute if not given.',
    }),
  ),
});

const PromoRate = Type.Object({
  days: Type.Optional(
    Nullable(Int({ min: 1, max: 36_600 }), { description: 'So many days from activation. Null: for good.' }),
  ),
  rate: Described(Rate, { description: 'Subtracted from the interest rate.' }),
});

export const SpecificDay = Type.Unsafe<number | string>({
  type: ['integer', 'string'],
  'x-expected': 'a number of a day, or for everyTwoWeeks a date of the series as the second',
  description:
    'weekly: 1 (Monday) to 7. everyTwoWeeks: [day, date of the series]. twiceMonthly: two days. monthly: one; 31 is the last.',
  examples: [15],
});

const SuppliedPayment = Type.Object({
  date: Described(DateOnly, { description: 'A due date, kept as it is.' }),
  amount: Type.Optional(Nullable(Amount, { description: 'What is due; null: computed.' })),
  principalAmount: optionalAmount('For comparison only: see amountsValidation.'),
  interestAmount: optionalAmount('For comparison only.'),
});

const PlannedAdvance = Type.Object({
  advanceDate: Described(DateOnly, { description: 'The day it is to be paid out.' }),
  amount: amount('What is paid out then.'),
});

const OriginationFees = Type.Object({
  originationFeeAmount: optionalAmount('Charged as the loan type says.'),
  serviceFeeAmount: optionalAmount('On each due date; that of the loan type if not given.'),
  serviceFeeCapAmount: optionalAmount('All service fees together are at most this.'),
});

const LoanInvestor = Type.Object({
  investorId: Id('IR', 'investor'),
  share: Described(Rate, { description: 'Of the loan, 1 is all of it.', example: 1 }),
  effectiveDate: Type.Optional(Nullable(DateOnly, { description: 'The day of boarding, if not given.' })),
});
export type LoanInvestor = Static<typeof LoanInvestor>;

const atOrigination = {
  amountFinanced: optionalAmount('What is financed; the principal if not given. Refunds are at most this.'),
  principalAmount: optionalAmount('What is lent; the amount financed less the down payment if not given.'),
  downPaymentAmount: optionalAmount('Paid before; 0 if not given.'),
  interestRates: Type.Array(InterestRate, { minItems: 1, maxItems: 100, description: 'One after the other.' }),
  promoRates: Type.Optional(Nullable(Type.Array(PromoRate, { maxItems: 100 }))),
  paymentFrequency: StringEnum(frequencies),
  specificDays: Type.Optional(Type.Array(SpecificDay, { maxItems: 2 })),
  duration: Type.Optional(Nullable(Int({ min: 1, max: 1200 }), { description: 'Number of payments.' })),
  periodicPaymentAmount: optionalAmount('The payment, where it is given and not computed.'),
  enforcedEndDate: Type.Optional(Nullable(DateOnly, { description: 'Takes the place of the last due date.' })),
  bufferToPushOutSchedule: Type.Optional(
    Nullable(Int({ min: 0, max: 366 }), {
      description: 'The first due date lies at least so many days after activation.',
    }),
  ),
  expectedPayments: Type.Optional(
    Nullable(Type.Array(SuppliedPayment, { minItems: 1, maxItems: 1200 }), { description: 'A schedule of your own.' }),
  ),
  advanceSchedule: Type.Optional(Nullable(Type.Array(PlannedAdvance, { maxItems: 100 }))),
  fees: Type.Optional(Nullable(OriginationFees)),
  totalInterestCapAmount: optionalAmount('Interest beyond this total is forgone.'),
  originationLicense: Type.Optional(Nullable(Text({ max: 100 }))),
  originatingCreditorName: Type.Optional(Nullable(Text({ max: 255 }))),
  itemsOrServicesFinanced: Type.Optional(Nullable(Text({ max: 255 }))),
  personAddressId: Type.Optional(Nullable(Id('CT', 'home address'))),
  merchantId: Type.Optional(Nullable(Id('MR', 'merchant'))),
  investors: Type.Optional(
    Nullable(Type.Array(LoanInvestor, { maxItems: 20 }), {
      description: 'Whose the loan is; the default investor, if none is named. Shares add up to 1.',
    }),
  ),
  skipCreditReporting: Type.Optional(WithoutEffect(Nullable(Bool), 'credit reporting')),
};

export const AtOriginationInput = Type.Object(atOrigination);
export type AtOriginationInput = Static<typeof AtOriginationInput>;

/** As it is shown: everything that may be sent, and what was computed. */
export const AtOrigination = Type.Object({
  ...atOrigination,
  aprNominal: Nullable(Rate, { description: 'Of the terms, once they are originated.' }),
  aprEffective: Nullable(Rate),
  totalInterestAmount: Nullable(Amount, { description: 'Of the schedule as it was originated.' }),
  totalDiscountAmount: Nullable(Amount, { description: 'By how much promotional rates lower it.' }),
  isValidMerchantId: Nullable(Type.Boolean(), { description: 'True where a merchant is named; null without one.' }),
});
export type AtOrigination = AtOriginationInput;

const DeclineReason = Type.Object({
  mainExternalReasonCode: Type.Optional(Nullable(Text({ max: 100 }))),
  mainText: Type.Optional(Nullable(Text({ max: 1000 }))),
  mainScriptForRep: Type.Optional(Nullable(Text({ max: 1000 }))),
  subReasons: Type.Optional(
    Nullable(
      Type.Array(
        Type.Object({
          externalReasonCode: Type.Optional(Nullable(Text({ max: 100 }))),
          reasonText: Type.Optional(Nullable(Text({ max: 1000 }))),
          scriptForRep: Type.Optional(Nullable(Text({ max: 1000 }))),
        }),
        { maxItems: 50 },
      ),
    ),
  ),
});
export type DeclineReason = Static<typeof DeclineReason>;

const AdditionalPerson = Type.Object({
  personId: Id('BO', 'borrower'),
  loanRelationType: Text({ min: 1, max: 50, description: 'Such as coBorrower.', example: 'coBorrower' }),
});
export type AdditionalPerson = Static<typeof AdditionalPerson>;

export const LoanCreate = Type.Object({
  type: Type.Optional(
    Nullable(StringEnum(['installment', 'lineOfCredit']), { description: 'lineOfCredit is not offered yet.' }),
  ),
  loanTypeId: Id('LT', 'loan type', { example: 'ext-installment' }),
  status: Type.Optional(
    Nullable(StringEnum(['pending', 'originated', 'declined']), {
      description: 'pending, if not given: everything may still change.',
    }),
  ),
  externalId: Type.Optional(ExternalId({ max: 255 })),
  nickname: Type.Optional(Nullable(Text({ max: 255 }))),
  servicedBy: Type.Optional(
    WithoutEffect(
      Nullable(StringEnum(['creditor', 'debtCollectionAgency']), { description: 'Shown until the activation.' }),
      'the placing of loans with a collection agency',
    ),
  ),
  declineReason: Type.Optional(Nullable(DeclineReason)),
  additionalPeople: Type.Optional(Nullable(Type.Array(AdditionalPerson, { maxItems: 20 }))),
  metaData: Type.Optional(MetaData),
  atOrigination: AtOriginationInput,
});
export type LoanCreate = Static<typeof LoanCreate>;

export const LoanUpdate = Type.Object({
  status: Type.Optional(
    StringEnum(['originated', 'declined'], { description: 'A pending loan is originated or declined.' }),
  ),
  nickname: Type.Optional(Nullable(Text({ max: 255 }))),
  externalId: Type.Optional(ExternalId({ max: 255 })),
  declineReason: Type.Optional(Nullable(DeclineReason)),
  metaData: Type.Optional(MetaData),
  atOrigination: Type.Optional(Type.Partial(AtOriginationInput)),
});
export type LoanUpdate = Static<typeof LoanUpdate>;

const Flags = (names: readonly string[]) =>
  Nullable(Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Boolean())]))));

export const RatesValidation = Flags([
  'interestRateAtOrigExceedsMax',
  'interestRateAtOrigBelowMin',
  'aprEffectiveAtOrigExceedsMax',
  'aprNominalAtOrigExceedsMax',
  'aprEffectiveAtActExceedsMax',
  'aprNominalAtActExceedsMax',
]);
export const AmountsValidation = Flags([
  'principalMatch',
  'interestMatch',
  'feesMatch',
  'totalAdvancesMatch',
  'recurringAmountsMatch',
]);

const at = (description: string) => Nullable(DateTime, { description });

export const Loan = Type.Object(
  {
    id: Text({ max: 12, description: 'LN-XXXX-XXXX.' }),
    object: Type.Literal('installment'),
    type: Type.Literal('installment'),
    companyId: Text({ max: 12 }),
    displayId: Text({ max: 255 }),
    externalId: ExternalId({ max: 255 }),
    loanTypeId: Text({ max: 12 }),
    loanTypeVersion: Type.Integer({ description: 'The version it was originated with.' }),
    mainBorrowerId: Text({ max: 12 }),
    additionalPeople: Type.Array(AdditionalPerson),
    assetType: Text({ max: 100 }),
    assetDisplayName: Text({ max: 100 }),
    nickname: Nullable(Text({ max: 255 })),
    status: StringEnum(loanStatuses),
    isClosed: Type.Boolean(),
    servicedBy: StringEnum(['creditor', 'debtCollectionAgency']),
    declineReason: Nullable(DeclineReason),
    chargedOffReason: Nullable(Text({ max: 255 })),
    cancelReason: Nullable(Text({ max: 255 })),
    endDate: Nullable(DateOnly, { description: 'The last due date, as the schedule stands.' }),
    aprNominalAtActivation: Nullable(Rate),
    aprEffectiveAtActivation: Nullable(Rate),
    current: Type.Object({ periodicPayment: Nullable(Amount), autopayEnabled: Type.Boolean() }),
    ratesValidation: RatesValidation,
    amountsValidation: AmountsValidation,
    atOrigination: AtOrigination,
    metaData: MetaData,
    timestamps: Type.Object({
      createdAt: DateTime,
      updatedAt: at('Of the last change.'),
      deletedAt: Type.Null(),
      startedAt: at('Of the activation, or of the real beginning of a loan taken over.'),
      originatedAt: at('Of the origination.'),
      activatedAt: at('Of the activation.'),
      frozenAt: at('Of the last freeze.'),
      lastAmortizedAt: at('Of the last new schedule.'),
      acceleratedAt: at('Of the acceleration.'),
      chargedOffAt: at('Of the charge-off.'),
      paidOffAt: at('When it was paid off.'),
      closedAt: at('When it was closed.'),
    }),
  },
  { title: 'Loan' },
);
export type Loan = Static<typeof Loan>;

const text = (description: string) => Text({ max: 40, description });
const NoText = Nullable(Text({ max: 255 }));

export const ScheduleItem = Type.Object(
  {
    date: Described(DateOnly, { description: 'The due date.' }),
    periodId: Text({ max: 12, description: 'The period that ends with it.' }),
    paymentType: Type.Literal('periodicPayment'),
    status: StringEnum(['booked', 'modified', 'canceled', 'processed']),
    amount: amount('What is to be paid.'),
    originalAmount: amount('As it was first computed.'),
    principalAmount: amount('Of it.'),
    interestAmount: amount('Of it.'),
    interestBeforeDiscountAmount: amount('Without promotional rates.'),
    feesAmount: amount('Of it. Ours.'),
    principalBalanceAmount: amount('Owed once it is paid. Ours.'),
    unroundedPrincipalAmount: text('In dollars.'),
    unroundedInterestAmount: text('In dollars, before it is rounded.'),
    unroundedInterestBeforeDiscountAmount: text('In dollars.'),
    isDeferred: Type.Boolean(),
    dynamicFeeDetails: Type.Object({
      apiName: NoText,
      displayName: NoText,
      dynamicFeeTypeId: NoText,
      loanFeeId: NoText,
      transactionId: NoText,
    }),
  },
  { title: 'ScheduleItem' },
);
export type ScheduleItem = Static<typeof ScheduleItem>;

/** What a change makes of the books, before it is made. */
export const LoanDifference = Type.Object(
  {
    status: Nullable(Type.Object({ before: StringEnum(loanStatuses), after: StringEnum(loanStatuses) })),
    outstandingAmount: Type.Object({ before: Amount, after: Amount }),
    overdueAmount: Type.Object({ before: Amount, after: Amount }),
    periodicPaymentAmount: Type.Object({ before: Amount, after: Amount }),
    postings: Type.Array(
      Type.Object({
        effectiveDate: DateOnly,
        account: Text({ max: 60 }),
        cause: Text({ max: 100 }),
        amount: Described(Amount, { description: 'Debit is positive.' }),
      }),
    ),
    obligations: Type.Array(
      Type.Object({
        id: Text({ max: 12 }),
        dueDate: DateOnly,
        obligationAmount: Type.Object({ before: Amount, after: Amount }),
        remainingAmount: Type.Object({ before: Amount, after: Amount }),
      }),
    ),
    fees: Type.Array(
      Type.Object({
        id: Text({ max: 12 }),
        type: Text({ max: 30 }),
        amount: Type.Object({ before: Amount, after: Amount }),
      }),
    ),
  },
  { title: 'LoanDifference' },
);
export type LoanDifference = Static<typeof LoanDifference>;

/** Of an answer: what would be, when `previewMode` was asked for. */
export const difference = Nullable(LoanDifference, {
  description: 'With previewMode: what would change. Otherwise null.',
});
export const previewMode = Type.Optional(
  Nullable(Bool, { description: 'True: nothing is done, and the answer says what would change.' }),
);
