// Answers about balances, ledger, interest and payoff. Names of balances are those of the interface (3.11).
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Static, type TObject, type TUnsafe, Type } from 'typebox';
import { Amount, DateOnly, DateTime, Described, ForStaff, Nullable, Rate, Text } from '#platform/input/schemas.ts';
import { type BucketNames, bucketFields } from '../loan/balance-fields.ts';

/** Shared by balances of a loan and of a draw, so each group has a title. */
const amounts = <const Names extends readonly string[]>(title: string, names: Names, description: string) => {
  const properties = Object.fromEntries(names.map((name) => [name, Amount]));
  return Type.Object(properties, { title, description }) as TObject<Record<Names[number], TUnsafe<Cents>>>;
};

const bucket = (name: BucketNames, description: string) =>
  amounts(`${name.charAt(0).toUpperCase()}${name.slice(1)}Balances`, bucketFields(name), description);

const exact = (description: string) => Text({ max: 60, description, example: '51.2534246575' });

const Unrounded = Type.Object({
  nonDueInterestAmount: exact('Accrued and not booked, with what the next check of grace will surely remove.'),
  interestAccruedTotalAmount: exact('In dollars, the rest cut after ten decimals.'),
  interestDiscountTotalAmount: exact('In dollars.'),
  forgoneInterestCapAmount: exact('In dollars.'),
  forgoneInterestRoundingAmount: exact('In dollars.'),
  interestAccruedYearToDateAmount: Nullable(exact('In dollars.')),
});

export const Balances = Type.Object(
  {
    isLocked: Type.Boolean({
      description: 'Whether work of several steps holds the loan: see lock-status. Reads never wait.',
    }),
    calculatedAt: DateTime,
    effectiveDate: Described(DateOnly, {
      description: 'The day they are of: what happened on it is in, its interest is not.',
    }),
    outstandingBalances: bucket('outstanding', 'Not due, due and overdue together.'),
    nonDueBalances: bucket(
      'nonDue',
      'Interest: whole cents of what has accrued and is not booked. Of a line, without what the next check of grace will surely remove: all that the check looks at is paid, only its day has not come.',
    ),
    dueBalances: bucket('due', 'Due and not overdue.'),
    overdueBalances: bucket('overdue', 'Due, and its deadline is over.'),
    outstandingBalancesWithPromo: amounts(
      'OutstandingBalancesWithPromo',
      ['outstandingTotalAmount'],
      'Promotional rates are in what accrues: the same.',
    ),
    nonAccrualBalances: ForStaff(
      amounts(
        'NonAccrualBalances',
        ['nonAccrualTotalAmount', 'nonAccrualPrincipalAmount', 'nonAccrualInterestAmount', 'nonAccrualFeesAmount'],
        'No loan is put into non-accrual: zero.',
      ),
    ),
    chargedOffBalances: amounts(
      'ChargedOffBalances',
      ['chargedOffTotalAmount', 'chargedOffPrincipalAmount', 'chargedOffInterestAmount', 'chargedOffFeesAmount'],
      'Still owed after a charge-off; no part of what is outstanding.',
    ),
    paidBalances: amounts(
      'PaidBalances',
      [
        'paidTotalAmount',
        'paidPaymentsAmount',
        'paidCreditsAmount',
        'paidReimbursementsAmount',
        'paidPrincipalAmount',
        'paidInterestAmount',
        'paidFeesAmount',
        'paidOverAmount',
      ],
      'The total is payments and credits less reimbursements, and it is principal, interest, fees and what is over.',
    ),
    interestAndFeesAmounts: Type.Object(
      {
        interestAccruedTotalAmount: Amount,
        interestDiscountTotalAmount: Described(Amount, {
          description: 'Not accrued, for promotional rates and ceilings.',
        }),
        forgoneInterestCapAmount: ForStaff(Described(Amount, { description: 'Accrued beyond the cap on interest.' })),
        forgoneInterestRoundingAmount: ForStaff(
          Described(Amount, { description: 'Fractions of a cent that were never booked.' }),
        ),
        interestAccruedYearToDateAmount: Nullable(Amount, {
          description: 'Since January 1st, or since the loan began. Null with skipYtd or fast.',
        }),
      },
      { title: 'InterestAndFeesAmounts' },
    ),
    creditBalance: Described(Amount, { description: 'What the lender owes the borrower.' }),
    creditLimitAmount: Nullable(Amount, { description: 'For a line of credit, as the five below; null elsewhere.' }),
    availableCreditAmount: Nullable(Amount, { description: 'What may still be spent.' }),
    utilizationAmount: Nullable(Amount, {
      description:
        'What is owed or in dispute. It uses the limit, and so do heldAmount and unclearedAmount: the limit less the three is what may still be spent.',
    }),
    heldAmount: Nullable(Amount, { description: 'Held by authorized purchases.' }),
    unclearedAmount: Nullable(Amount, { description: 'What payments have paid that may still come back.' }),
    overLimitAmount: Nullable(Amount, { description: 'What is owed or in dispute above the limit.' }),
    unroundedAmounts: ForStaff(
      Nullable(Unrounded, {
        description: 'With isRounded=false: the same to ten decimals, as text. Otherwise null.',
      }),
    ),
  },
  { title: 'Balances' },
);
export type Balances = Static<typeof Balances>;

export const Interest = Type.Object(
  {
    fromEffectiveDate: DateOnly,
    toEffectiveDate: Described(DateOnly, { description: 'Its own interest is not in it.' }),
    interestAmount: Described(Amount, { description: 'Accrued on these days, a fraction of a cent dropped.' }),
    interestDiscountAmount: Described(Amount, { description: 'Not accrued, for promotional rates and ceilings.' }),
    interestBookedAmount: Described(Amount, {
      description: 'Came due or was paid after the first day, up to the last, less what a re-age took back.',
    }),
    unroundedInterestAmount: ForStaff(exact('In dollars.')),
    unroundedInterestDiscountAmount: ForStaff(exact('In dollars.')),
    segments: Type.Array(
      Type.Object({
        fromDate: DateOnly,
        toDate: Described(DateOnly, { description: 'The first day that is not in it.' }),
        days: Type.Integer({ description: 'By the calendar; the sentence has them as the day count weighs them.' }),
        principalAmount: Described(Amount, {
          description: 'What bore it: principal, or overdue interest (the sentence says so).',
        }),
        rate: Described(Rate, { description: 'After promotional rates and ceilings.' }),
        rateBeforeDiscount: Rate,
        unroundedInterestAmount: ForStaff(exact('In dollars.')),
        unroundedInterestDiscountAmount: ForStaff(exact('In dollars.')),
        sentence: Text({ max: 300 }),
      }),
      { description: 'Stretches of one balance at one rate.' },
    ),
  },
  { title: 'LoanInterest' },
);
export type Interest = Static<typeof Interest>;

export const Payoff = Type.Object(
  {
    payoffAmount: Described(Amount, {
      description:
        'Principal, interest and fees, less the credit. Of a line, without interest that the next check of grace will surely remove.',
    }),
    principalAmount: Amount,
    interestAmount: Amount,
    feesAmount: Amount,
    creditAmount: Described(Amount, { description: 'What the lender owes the borrower.' }),
    unearnedChargeAmount: Nullable(Amount, {
      description: 'The rebate of precomputed interest: what of the charge is not owed then. Null: interest accrues.',
    }),
    perDiem: Text({
      max: 60,
      description:
        'Interest of one more day in dollars, six decimals; none that the next check of grace will surely remove.',
      example: '1.971287',
    }),
    goodThroughDate: Described(DateOnly, { description: 'Paid by the end of this day it leaves nothing.' }),
    calculatedAt: DateTime,
  },
  { title: 'LoanPayoff' },
);
export type Payoff = Static<typeof Payoff>;

export const Posting = Type.Object(
  {
    id: Text({ max: 30, description: 'The id of the loan and the number.', example: 'LN-7KQ2-M4XA-12' }),
    object: Type.Literal('posting'),
    number: Type.Integer({ description: 'In the order of posting, from 1.' }),
    effectiveDate: DateOnly,
    postedAt: Described(DateTime, { description: 'A correction is posted later than it is effective.' }),
    account: Text({ max: 60, example: 'principal.notDue', description: 'That of a draw ends with @ and its id.' }),
    drawId: Nullable(Text({ max: 12, example: 'LN-4TM8-QW2C' }), {
      description: 'The draw whose account it is; null: the loan itself.',
    }),
    cause: Text({ max: 150, description: 'The postings of a cause on a day add up to zero.', example: 'due:1' }),
    amount: Described(Amount, { description: 'Debit is positive.' }),
  },
  { title: 'Posting' },
);
export type Posting = Static<typeof Posting>;

export const LedgerTotals = Type.Object(
  {
    debitAmount: Amount,
    creditAmount: Described(Amount, { description: 'Below zero.' }),
    sumAmount: Described(Amount, { description: 'Zero, but for one account, whose balance it is.' }),
  },
  { description: 'The sum of all postings that match, not of the page alone.' },
);
export type LedgerTotals = Static<typeof LedgerTotals>;

const ExplanationPart = Type.Object({
  amount: Amount,
  effectiveDate: Nullable(DateOnly),
  figure: Nullable(Text({ max: 60, description: 'A part that is a figure too: ask for it next.' })),
  sentence: Text({ max: 1000 }),
});

export const Explanation = Type.Object(
  {
    postingId: Nullable(Text({ max: 30 })),
    figure: Nullable(Text({ max: 60 })),
    effectiveDate: DateOnly,
    amount: Amount,
    sentence: Text({ max: 5000 }),
    parts: Type.Array(ExplanationPart, { description: 'What makes up a figure. Their amounts add up to it.' }),
  },
  { title: 'Explanation' },
);
export type Explanation = Static<typeof Explanation>;
