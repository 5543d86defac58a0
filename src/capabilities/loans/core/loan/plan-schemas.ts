// The plan of a loan: its periods, and the payments that are expected of it.
import { type Static, Type } from 'typebox';
import { Amount, DateOnly, Described, ForStaff, Nullable, Rate, StringEnum, Text } from '#platform/input/schemas.ts';

const amount = (description: string) => Described(Amount, { description });
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
    principalAmount: amount('The principal in it.'),
    interestAmount: amount('The interest in it.'),
    interestBeforeDiscountAmount: amount('Without promotional rates.'),
    feesAmount: amount('The fees in it.'),
    principalBalanceAmount: amount('Owed once it is paid.'),
    unroundedPrincipalAmount: ForStaff(text('In dollars.')),
    unroundedInterestAmount: ForStaff(text('In dollars, before it is rounded.')),
    unroundedInterestBeforeDiscountAmount: ForStaff(text('In dollars.')),
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

const date = (description: string) => Described(DateOnly, { description });
const id = (example: string) => Text({ max: 12, example });

export const LoanPeriod = Type.Object(
  {
    id: id('PE-2LM5-Q9RT'),
    periodId: Described(id('PE-2LM5-Q9RT'), { description: 'The same, by the name that other objects have for it.' }),
    object: Type.Literal('loanPeriod'),
    startDate: date('Its first day: the due date of the period before, or the day on which the loan began.'),
    endDate: date('Its last day.'),
    statementDate: date('The day after.'),
    dueDate: date('The statement date, on an installment loan.'),
  },
  { title: 'LoanPeriod' },
);
export type LoanPeriod = Static<typeof LoanPeriod>;

export const ExpectedPayments = Type.Object(
  {
    count: Type.Integer(),
    expectedPayments: Type.Array(ScheduleItem, { description: 'By due date.' }),
  },
  { title: 'ExpectedPayments' },
);
export type ExpectedPayments = Static<typeof ExpectedPayments>;

export const DisclosedFigures = Type.Object(
  {
    object: Type.Literal('loanDisclosure'),
    loanId: id('LN-7KQ2-M4XA'),
    date: date('As of this day: that of the activation, or today before it.'),
    aprNominal: Nullable(Rate, { description: 'The annual percentage rate. Null: no rate makes the two sides equal.' }),
    financeChargeAmount: amount('What the credit costs.'),
    amountFinanced: amount('What is lent, less what is paid at the start.'),
    totalOfPaymentsAmount: amount('All payments of the schedule.'),
    payments: Type.Array(
      Type.Object({ count: Type.Integer(), amount: Amount, firstDate: DateOnly }, { title: 'DisclosedPayments' }),
      { description: 'Payments of one amount that follow each other count together.' },
    ),
  },
  { title: 'LoanDisclosure' },
);
export type DisclosedFigures = Static<typeof DisclosedFigures>;
