// The requests that migrate a running loan from another system, and their answers.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Static, type TUnsafe, Type } from 'typebox';
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
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { ScheduleItem } from '../../core/loan/plan-schemas.ts';
import { previewMode, RatesValidation } from '../../core/loan/schemas.ts';
import { fieldsOfAll } from '../../core/products/schemas.ts';

const amount = (description: string) => Described(Amount, { description });
const optionalAmount = (description: string) => Type.Optional(Nullable(Amount, { description }));
const date = (description: string) => Described(DateOnly, { description });
const optionalDate = (description: string) => Type.Optional(Nullable(DateOnly, { description }));

// ---- past periods ---------------------------------------------------------------------------------------------------

const PastPeriodInput = Named('PastPeriodCreate')({
  startDate: date('Its first day: the day after the period before ended.'),
  endDate: date('Its last day.'),
  statementDate: optionalDate('The day after endDate, always; may be left out.'),
  dueDate: date('From the statement date on, within the next period.'),
  obligationAmount: optionalAmount('What was due for it.'),
  fulfilledAmount: optionalAmount('What of it was paid or credited.'),
});
export type PastPeriodInput = Static<typeof PastPeriodInput>;

export const PastPeriodsInput = Named('PastPeriodsCreate')({
  periods: Type.Array(PastPeriodInput, { minItems: 1, maxItems: 1200, description: 'In any order, without gaps.' }),
});

export const PastPeriodUpdate = Type.Partial(PastPeriodInput, { title: 'PastPeriodUpdate' });
export type PastPeriodUpdate = Static<typeof PastPeriodUpdate>;

const PastPeriod = Type.Object(
  {
    id: Text({ max: 12, description: 'PE-XXXX-XXXX.' }),
    object: Type.Literal('loanPeriod'),
    startDate: DateOnly,
    endDate: DateOnly,
    statementDate: DateOnly,
    dueDate: DateOnly,
    obligationAmount: Nullable(Amount),
    fulfilledAmount: Nullable(Amount),
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'PastPeriod' },
);
export type PastPeriod = Static<typeof PastPeriod>;

export const PastPeriods = Type.Object(
  { loanId: Text({ max: 12 }), periods: Type.Array(PastPeriod, { description: 'Earliest first.' }) },
  { title: 'PastPeriods' },
);
export type PastPeriods = Static<typeof PastPeriods>;

// ---- past transactions ----------------------------------------------------------------------------------------------

export const PastTransactionInput = Named('PastTransactionCreate')({
  type: Type.Optional(
    StringEnum(['oneTime', 'serviceCredit'], { description: 'A payment or a credit; oneTime if not given.' }),
  ),
  amount: amount('What was paid or credited.'),
  effectiveDate: date('The day it counted for.'),
  paidPrincipalAmount: optionalAmount('How it was divided. If any of these is given, they add up to the amount.'),
  paidInterestAmount: optionalAmount('The interest that it paid.'),
  paidFeesAmount: optionalAmount('The fees that it paid.'),
  paidOverAmount: optionalAmount('What of it was more than was owed.'),
  externalId: Type.Optional(ExternalId({ max: 50 })),
  paymentInstrumentId: Type.Optional(Nullable(Id('PT', 'payment instrument'))),
  serviceCreditsDetails: Type.Optional(
    Nullable(
      Type.Object({
        reason: Type.Optional(Nullable(Text({ max: 255 }))),
        sponsor: Type.Optional(Nullable(Text({ max: 100 }))),
      }),
    ),
  ),
  metaData: Type.Optional(MetaData),
});
export type PastTransactionInput = Static<typeof PastTransactionInput>;

// ---- migrating a loan -----------------------------------------------------------------------------------------------

export const ExpectedBalances = Named('ExpectedBalances')({
  date: optionalDate('At the beginning of which day; the migration date if not given, else today.'),
  principalAmount: optionalAmount('All principal owed.'),
  interestAmount: optionalAmount('All interest owed: due, overdue, and the whole cents of what has accrued.'),
  feesAmount: optionalAmount('All fees owed.'),
  outstandingAmount: optionalAmount('All of it together.'),
  overdueAmount: optionalAmount('What of it is overdue.'),
  reimbursementAmount: optionalAmount('What we owe the borrower.'),
  daysOverdue: Type.Optional(Nullable(Int({ min: 0, max: 36_600 }))),
});
export type ExpectedBalances = Static<typeof ExpectedBalances>;

/** The balance fields of each product; each also has what we owe the borrower. */
const Balances = Named('TakenOverBalances')(fieldsOfAll(({ balances }) => balances.properties)) as unknown as TUnsafe<{
  readonly reimbursementAmount?: Cents | null;
}>;

export const TakeOver = Named('LoanTakeOver')({
  startDate: date('The day on which the loan really began: rates count from it.'),
  migrationDate: optionalDate('With balances: they are as at the beginning of this day, today if not given.'),
  balances: Type.Optional(
    Nullable(Balances, {
      description:
        'What the old system says. Left out: the books are computed from startDate on, with the past transactions.',
    }),
  ),
  expectedBalances: Type.Optional(
    Nullable(ExpectedBalances, { description: 'What must come out, to the cent; otherwise nothing is taken over.' }),
  ),
  previewMode,
  sendNotice: Type.Optional(Nullable(Bool, { description: 'True: the borrower is welcomed. Not, if not given.' })),
});
export type TakeOver = Static<typeof TakeOver>;

export const TakenOver = Type.Object(
  {
    startDate: DateOnly,
    migrationDate: Nullable(DateOnly, { description: 'Null: the books were computed from the start.' }),
    balances: Type.Object({
      date: DateOnly,
      principalAmount: Amount,
      interestAmount: Amount,
      feesAmount: Amount,
      outstandingAmount: Amount,
      overdueAmount: Amount,
      reimbursementAmount: Amount,
      daysOverdue: Type.Integer(),
    }),
    transactionsReplayed: Type.Integer({ description: 'Past transactions that the books were computed with.' }),
    purchasesReplayed: Type.Integer({ description: 'Past purchases, in the same way.' }),
    schedule: Type.Array(ScheduleItem, { description: 'What is still to come.' }),
    ratesValidation: RatesValidation,
  },
  { title: 'TakenOverLoan' },
);
export type TakenOver = Static<typeof TakenOver>;
