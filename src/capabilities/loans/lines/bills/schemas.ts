// What a statement of a line tells, and that it went out. Both are ours.
import { type Static, Type } from 'typebox';
import { feeKinds } from '#capabilities/products/index.ts';
import {
  Amount,
  DateOnly,
  Described,
  Extended,
  Named,
  Nullable,
  Rate,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { difference, previewMode } from '../../core/loan/schemas.ts';

const amount = (description: string) => Described(Amount, { description });
const id = (example: string) => Text({ max: 12, example });
const drawId = id('LN-4TM8-QW2C');

const BilledRate = Named('BilledRate')({
  drawId,
  fromDate: DateOnly,
  toDate: Described(DateOnly, { description: 'The first day that is not in it.' }),
  annualRate: Rate,
  isVariable: Type.Boolean({ description: 'True: it follows the index; false: it is fixed.' }),
  effectiveAnnualRate: Nullable(Rate, {
    description:
      'Where interest is compounded every day (accrualMethod compoundDaily): what annualRate comes to in a year. Null elsewhere. annualRate is what Regulation Z discloses: the rate of a day times the days.',
  }),
  averageBalanceAmount: amount(
    'The average of the days on which interest accrued, over all days of the rate. Where interest is compounded every day, with what was billed and open.',
  ),
  interestAmount: Amount,
});

const Deferred = Named('BilledDeferredInterest')({
  interestAmount: amount('Deferred so far: it is charged unless all is paid by the last day.'),
  endDate: DateOnly,
});

const BilledDraw = Named('BilledDraw')({
  drawId,
  principalAmount: amount('All principal owed.'),
  interestAmount: amount('Billed with this statement.'),
  fullBalanceAmount: amount('All that is owed of it: paid in full in time, grace is kept.'),
  hasGrace: Type.Boolean(),
  dateToCheckToKeepGrace: Nullable(DateOnly),
  dateToCheckToRestoreGrace: Nullable(DateOnly),
  deferredInterest: Nullable(Deferred, { description: 'For a program of deferred interest; null elsewhere.' }),
});

const CycleRate = Named('BilledCycleRate')({
  annualRate: Nullable(Rate, {
    description: 'What is left of the charges, for a year, of the average balance. Null: there was no balance.',
  }),
  chargesAmount: amount('Interest and fees of the period, but those of what goes wrong, before anything was given up.'),
  maxAmount: amount('36 % a year of the balance of the period.'),
  waivedFeesAmount: amount('Fees that were waived by this statement.'),
  waivedInterestAmount: amount('Interest that was not booked.'),
  givenBackAmount: amount('What had been paid already, and is a credit now.'),
});

export const MinimumPaymentWarning = Named('MinimumPaymentWarning')({
  isPaidOff: Type.Boolean({ description: 'Whether minimum payments alone ever pay it off.' }),
  months: Nullable(Type.Integer(), { description: 'Until it is paid off by minimum payments; null: never.' }),
  count: Nullable(Type.Integer(), { description: 'The same as it is to be printed: in months below two years.' }),
  unit: Nullable(StringEnum(['months', 'years'])),
  totalAmount: Nullable(Amount, { description: 'What is paid by then in all.' }),
  paymentFor36MonthsAmount: Nullable(Amount, {
    description: 'Paid each month, it pays it off in 36. Null where minimum payments are as fast, or are more.',
  }),
  totalFor36MonthsAmount: Nullable(Amount),
  savingsAmount: Nullable(Amount, {
    description: 'Less than by minimum payments. Null where there is nothing to compare.',
  }),
});

const Sent = Named('SentStatement')({
  date: DateOnly,
  minimumPaymentAmount: Amount,
  newBalanceAmount: Amount,
});

export const Bill = Type.Object(
  {
    object: Type.Literal('bill'),
    loanId: id('LN-7KQ2-M4XA'),
    periodId: id('PE-2LM5-Q9RT'),
    isOpen: Type.Boolean({ description: 'The period still runs: as if it ended today.' }),
    startDate: Described(DateOnly, { description: 'The first day of the period.' }),
    endDate: DateOnly,
    statementDate: DateOnly,
    dueDate: DateOnly,
    previousBalanceAmount: amount('Below zero: a credit balance.'),
    paymentsAmount: Amount,
    creditsAmount: amount(
      'Refunds, cash backs, service credits, waivers, and amounts in dispute unless they are held.',
    ),
    purchasesAmount: Amount,
    cashAdvancesAmount: Amount,
    balanceTransfersAmount: Amount,
    feesAmount: Amount,
    fees: Type.Array(Named('BilledFees')({ feeType: StringEnum(feeKinds), amount: Amount })),
    interestAmount: Amount,
    reimbursementsAmount: amount('Paid back to the borrower.'),
    newBalanceAmount: amount('The previous balance less payments and credits, with all else.'),
    minimumDueAmount: amount('What this statement asks for by itself.'),
    overdueAmount: amount('Still open of statements before.'),
    minimumPaymentAmount: amount('The two together, without what the credit balance has paid.'),
    lateFeeAmount: amount('The late fee that comes if nothing is paid.'),
    creditLimitAmount: Amount,
    availableCreditAmount: Amount,
    rates: Type.Array(BilledRate, { description: 'For each draw its rates in the period; their interest adds up.' }),
    draws: Type.Array(BilledDraw),
    periodsPaidInFull: Type.Integer({ description: 'Statements in a row before this one that were paid in full.' }),
    yearToDate: Type.Object({ year: Type.Integer(), feesAmount: Amount, interestAmount: Amount }),
    minimumPaymentWarning: Nullable(MinimumPaymentWarning, {
      description:
        'For cards (Regulation Z, Appendix M1). Null where the minimum pays all, and after two statements in a row that were paid in full.',
    }),
    cycleRate: Nullable(CycleRate, {
      description:
        'For credit to a covered borrower (32 CFR 232.4): the military annual percentage rate of the period, and what of its charges was given up so that it is at most 36 %. Null elsewhere.',
    }),
    sent: Nullable(Sent, { description: 'As it went out; null: nobody has said that it did.' }),
  },
  { title: 'Bill' },
);
export type Bill = Static<typeof Bill>;

export const StatementSent = Named('StatementSentCreate')({
  sentDate: Type.Optional(Nullable(DateOnly, { description: 'The day on which it went out; today if not given.' })),
  minimumPaymentAmount: Type.Optional(
    Nullable(Amount, { description: 'As it was shown; that of the bill if not given, as all amounts here.' }),
  ),
  newBalanceAmount: Type.Optional(Nullable(Amount)),
  draws: Type.Optional(
    Nullable(
      Type.Array(
        Named('StatementSentDraw')({
          drawId: Text({ max: 259, example: 'LN-4TM8-QW2C' }),
          fullBalanceAmount: amount('All that was owed of the draw, as it was shown.'),
        }),
        { maxItems: 500 },
      ),
      { description: 'What was shown of draws. Draws that are left out: as in the bill.' },
    ),
  ),
  previewMode,
});
export type StatementSent = Static<typeof StatementSent>;

export const SentBill = Extended(Bill, { difference }, { title: 'SentBill' });
export type SentBill = Static<typeof SentBill>;
