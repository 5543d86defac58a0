// What a statement says, as it is shown.
import { activityTypes } from '@tenor/engine/statement/figures.ts';
import { type Static, Type } from 'typebox';
import { feeKinds } from '#capabilities/products/index.ts';
import {
  Amount,
  DateOnly,
  DateTime,
  Described,
  Int,
  Named,
  Nullable,
  Rate,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { Reference } from '#platform/references.ts';
import { MinimumPaymentWarning } from '../../lines/bills/schemas.ts';

const amount = (description: string) => Described(Amount, { description });
const drawId = Nullable(Text({ max: 12, example: 'LN-4TM8-QW2C' }), {
  description: 'Null: it is about the line, or about a loan without draws.',
});

const head = {
  id: Text({ max: 12, example: 'SM-8TQ2-M4XA' }),
  object: Type.Literal('statement'),
  loanId: Text({ max: 12, example: 'LN-7KQ2-M4XA' }),
  periodId: Text({ max: 12, example: 'PE-2LM5-Q9RT' }),
  version: Int({ min: 1, max: 1_000_000, description: 'From 1. A statement that was made stays as it is.' }),
  isActive: Type.Boolean({ description: 'Whether it is the newest version of its period.' }),
  changes: Type.Array(Text({ max: 64 }), {
    description:
      'The fields of the details that say something else than the version before. Empty for the first version, and where a version was asked for and nothing had changed.',
  }),
  documentDescriptorId: Nullable(Text({ max: 12, example: 'DD-5NW3-8TKL' }), {
    description: 'Its document; null until that was made.',
  }),
  billingCycleStartDate: DateOnly,
  billingCycleEndDate: DateOnly,
  statementDate: DateOnly,
  paymentDueDate: DateOnly,
};

const stamps = {
  createdAt: DateTime,
  updatedAt: Nullable(DateTime),
  deletedAt: Nullable(DateTime, {
    description: 'Set where its period is none any more: a due date was moved, or the loan was paid off before.',
  }),
};

export const Statement = Named('Statement')({
  ...head,
  minimumDueAmount: amount('What has to be paid by the due date, with what is overdue.'),
  overdueAmount: amount('The part of it that is overdue.'),
  newBalanceAmount: amount('Below zero: a credit balance.'),
  fulfilledAmount: amount('What has been paid by now of what this statement asked for by itself.'),
  remainingAmount: amount('What is still open of that.'),
  overpaymentsAmount: amount('The part of what has been paid that customer credit has paid.'),
  ...stamps,
});
export type Statement = Static<typeof Statement>;

const Activity = Named('StatementActivity')({
  id: Text({ max: 12, example: 'SA-7KQ2-M4XA' }),
  date: DateOnly,
  description: Text({ max: 255 }),
  type: StringEnum(activityTypes),
  amount: amount('Above zero: more is owed by it. The amounts lead from the previous balance to the new one.'),
  feeType: Nullable(StringEnum(feeKinds), { description: 'Only a fee has one.' }),
  merchantName: Nullable(Text({ max: 255 }), { description: 'Only a purchase has one, where it is known.' }),
  transactionId: Nullable(Text({ max: 12 })),
  purchaseId: Nullable(Text({ max: 12 })),
  drawId,
});

const PeriodRate = Named('StatementRate')({
  drawId,
  fromDate: DateOnly,
  toDate: Described(DateOnly, { description: 'The first day that is not in it.' }),
  interestRate: Rate,
  isVariable: Type.Boolean({ description: 'True: it follows an index.' }),
  averageDailyBalanceAmount: amount('The average of the balance that bore interest.'),
  interestAmount: Amount,
});

const DrawInfo = Named('StatementDrawInfo')({
  id: Text({ max: 12, example: 'SD-7KQ2-M4XA' }),
  drawId: Text({ max: 12 }),
  nickname: Nullable(Text({ max: 255 })),
  newBalanceAmount: Amount,
  minimumAmountDue: amount('Its part of what this statement asks for by itself.'),
  interestRate: Nullable(Rate),
  totalInterestForThisPeriod: Amount,
  totalFeesForThisPeriod: Amount,
  creditLimitAmount: Nullable(Amount, { description: 'Its own; null: only that of the line.' }),
  availableCreditAmount: Nullable(Amount, { description: 'What is left of its own limit.' }),
  hasGrace: Type.Boolean(),
  dateToCheckToKeepGrace: Nullable(DateOnly),
  dateToCheckToRestoreGrace: Nullable(DateOnly),
});

const Promo = Named('StatementPromoBalance')({
  drawId,
  balanceAmount: Amount,
  promoEndDate: Described(DateOnly, { description: 'The last day of the program.' }),
  deferredInterestAmount: Nullable(Amount, {
    description: 'Charged unless all is paid by then; null: nothing is deferred.',
  }),
});

const total = amount('In the period.');

export const StatementDetails = Named('StatementDetails')({
  ...head,
  daysInBillingCycle: Type.Integer(),
  year: Text({ max: 4, description: 'That of its date.', example: '2027' }),
  activityFromDate: Described(DateOnly, { description: 'The first day whose activities it lists.' }),
  minimumAmountDue: amount('What has to be paid by the due date, with what is overdue.'),
  currentAmountDue: amount('What this statement asks for by itself.'),
  overdueAmount: Amount,
  isDisplayLatePaymentWarning: Type.Boolean(),
  lateFeeUpToAmount: amount('The late fee that comes if nothing is paid by the due date.'),
  nextAutopayDate: Nullable(DateOnly, {
    description:
      'The day of the next automatic payment, as it was when the statement was made; null: none was to come.',
  }),
  nextAutopayAmount: Nullable(Amount, { description: 'The amount of that payment; less if something is paid before.' }),
  previousBalance: amount('The new balance of the statement before; below zero: a credit balance.'),
  totalPaymentsForThisPeriod: total,
  totalPaymentReversalsForThisPeriod: amount('Payments of the period that have come back by now.'),
  totalCreditsForThisPeriod: amount('Service credits, and fees that were waived.'),
  totalCreditReversalsForThisPeriod: total,
  totalRefundsForThisPeriod: amount('Refunds and cash backs.'),
  totalAdjustmentsForThisPeriod: amount(
    'Amounts in dispute, and what is none of the others. Above zero: more is owed.',
  ),
  totalPurchasesForThisPeriod: total,
  totalCashAdvancesForThisPeriod: total,
  totalBalanceTransfersForThisPeriod: total,
  totalLentForThisPeriod: amount('What was lent on a loan: with its first statement the amount of the loan.'),
  totalReimbursementsForThisPeriod: amount('Paid back to the borrower.'),
  totalInterestForThisPeriod: total,
  totalFeesForThisPeriod: total,
  newBalanceAmount: amount('The previous balance less payments, credits and refunds, with all else.'),
  newPrincipalBalance: Amount,
  creditBalanceAmount: amount('What is owed to the borrower.'),
  yearToDateFeesCharged: Amount,
  yearToDateInterestCharged: Amount,
  lastPeriodPrincipalPaid: amount('What the payments of the period have paid of it.'),
  lastPeriodInterestPaid: Amount,
  lastPeriodFeesPaid: Amount,
  creditLimitAmount: Nullable(Amount, { description: 'Null: the loan has no limit.' }),
  availableCreditAmount: Nullable(Amount),
  fees: Type.Array(Named('StatementFees')({ feeType: StringEnum(feeKinds), amount: Amount })),
  rates: Type.Array(PeriodRate),
  promoBalances: Type.Array(Promo),
  minimumPaymentWarning: Nullable(MinimumPaymentWarning, {
    description: 'For cards (12 CFR 1026.7(b)(12)). Null where the law asks for none.',
  }),
  activities: Type.Array(Activity, { description: 'Each line, by its day.' }),
  draws: Type.Array(DrawInfo),
  ...stamps,
});
export type StatementDetails = Static<typeof StatementDetails>;

export const StatementUpdate = Named('StatementUpdate')({
  documentDescriptorId: Nullable(Reference('DD', 'document descriptor'), {
    description: 'A document of the borrower; null: none.',
  }),
});
export type StatementUpdate = Static<typeof StatementUpdate>;
