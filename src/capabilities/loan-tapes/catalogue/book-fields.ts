// Fields of what the books say at the end of the day. The balances have the names that the paths below a loan show.
import { balanceReaders, unroundedText } from '#capabilities/loans/index.ts';
import type { Fields, TapeField, TapeRow } from './field.ts';

type Books = NonNullable<TapeRow['loan']['books']>;
const buckets = {
  outstanding: 'outstanding, due or not',
  nonDue: 'not due yet',
  due: 'due and not late',
  overdue: 'late',
} as const;
const parts = {
  Total: 'All that is',
  Principal: 'Principal that is',
  Interest: 'Interest that is',
  Fees: 'Fees that are',
  OriginationFees: 'Origination fees that are',
  DrawFees: 'Draw fees that are',
  LateFees: 'Late fees that are',
  ModificationFees: 'Modification fees that are',
} as const;

const ofBooks = (
  kind: TapeField['kind'],
  meaning: string,
  of: (books: Books) => string | number | boolean | null,
): TapeField<TapeRow> => ({
  kind,
  source: 'books',
  meaning,
  of: ({ loan }) => (loan.books === null ? null : of(loan.books)),
});

function balance(name: string, meaning: string): readonly [string, TapeField<TapeRow>] {
  const read = balanceReaders[name];
  if (read === undefined) throw new Error(`Balances have no ${name}.`);
  return [name, ofBooks('money', meaning, ({ amounts }) => read(amounts))];
}

const bucketFields = Object.entries(buckets).flatMap(([bucket, stands]) =>
  Object.entries(parts).map(([part, what]) => balance(`${bucket}${part}Amount`, `${what} ${stands}.`)),
);

/** Payments, for one, belong to the whole loan. */
const ofLoanAlone = (field: TapeField<TapeRow>): TapeField<TapeRow> => ({
  ...field,
  isOfLoanAlone: true,
  of: (row) => (row.draw === null ? field.of(row) : null),
});

const balanceOfLoan: typeof balance = (name, meaning) => {
  const [, field] = balance(name, meaning);
  return [name, ofLoanAlone(field)];
};

const otherBalances = [
  balance('chargedOffTotalAmount', 'All that was charged off and not recovered.'),
  balance('chargedOffPrincipalAmount', 'Principal that was charged off and not recovered.'),
  balance('chargedOffInterestAmount', 'Interest that was charged off and not recovered.'),
  balance('chargedOffFeesAmount', 'Fees that were charged off and not recovered.'),
  balanceOfLoan('paidTotalAmount', 'All that was paid or credited, less what was paid back.'),
  balanceOfLoan('paidPaymentsAmount', 'All payments.'),
  balanceOfLoan('paidCreditsAmount', 'All service credits.'),
  balanceOfLoan('paidReimbursementsAmount', 'What was paid back to the borrower.'),
  balanceOfLoan('paidPrincipalAmount', 'What of it paid principal.'),
  balanceOfLoan('paidInterestAmount', 'What of it paid interest.'),
  balanceOfLoan('paidFeesAmount', 'What of it paid fees.'),
  balanceOfLoan('paidOverAmount', 'What of it was more than was owed.'),
  balance('interestAccruedTotalAmount', 'All interest that was earned, in whole cents.'),
  balance('interestDiscountTotalAmount', 'By how much promotional rates have lowered it.'),
  balance('forgoneInterestCapAmount', 'Interest that a cap has forgone.'),
  balance('forgoneInterestRoundingAmount', 'Interest that rounding has forgone, in whole cents.'),
  balanceOfLoan('creditBalanceAmount', 'What the company owes to the borrower.'),
];

type LimitName = keyof NonNullable<Books['limits']>;

const limit = (name: LimitName, meaning: string): TapeField<TapeRow> =>
  ofBooks('money', meaning, ({ limits }) => limits?.[name] ?? null);

const limitFields: Fields<TapeRow> = {
  creditLimitAmount: {
    ...limit('creditLimitAmount', 'The credit limit of a line; of a draw its own, where it has one.'),
    of: ({ loan, draw }) => (draw === null ? loan.books?.limits?.creditLimitAmount : draw.limit) ?? null,
  },
  availableCreditAmount: {
    ...limit('availableCreditAmount', 'What of the limit may be spent.'),
    of: ({ loan, draw }) => (draw === null ? loan.books?.limits?.availableCreditAmount : draw.available) ?? null,
  },
  utilizationAmount: ofLoanAlone(limit('utilizationAmount', 'What of the limit is used.')),
  heldAmount: ofLoanAlone(limit('heldAmount', 'What card holds keep of the limit.')),
  unclearedAmount: ofLoanAlone(limit('unclearedAmount', 'What payments will free once they have cleared.')),
  overLimitAmount: ofLoanAlone(limit('overLimitAmount', 'What is owed beyond the limit.')),
};

/** How late a loan is, in the words of investors. */
const delinquencyBuckets = ['current', '1-29', '30-59', '60-89', '90-119', '120-149', '150-179', '180+'] as const;

export const bucketOfDays = (days: number): (typeof delinquencyBuckets)[number] =>
  days <= 0 ? 'current' : (delinquencyBuckets[Math.min(7, Math.floor(days / 30) + 1)] as '180+');

export const bookFields: Fields<TapeRow> = {
  ...Object.fromEntries([...bucketFields, ...otherBalances]),
  ...limitFields,
  nonDueInterestAmountExact: ofBooks(
    'exact',
    'Interest that was earned and not billed, with its fraction of a cent, in dollars.',
    ({ amounts }) => unroundedText(amounts.accrued),
  ),
  interestAccruedTotalAmountExact: ofBooks(
    'exact',
    'All interest that was earned, with its fraction of a cent, in dollars.',
    ({ amounts }) => unroundedText(amounts.accruedTotal),
  ),
  pastDueAmount: ofBooks('money', 'What should have been paid by then and was not.', ({ overdue }) => overdue.amount),
  daysPastDue: ofBooks(
    'integer',
    'For how many days something was late. A draw of which something is late has the days of its line.',
    ({ overdue }) => overdue.days,
  ),
  isPastDue: ofBooks('boolean', 'Whether something was late.', ({ overdue }) => overdue.days > 0),
  delinquencyBucket: {
    ...ofBooks('word', 'The days past due by thirties.', ({ overdue }) => bucketOfDays(overdue.days)),
    words: delinquencyBuckets,
  },
  oldestDueDate: ofLoanAlone(
    ofBooks('date', 'The oldest due date of which something is open.', ({ oldestDueOn }) => oldestDueOn),
  ),
  nextDueDate: ofBooks('date', 'The next due date; empty: none comes.', ({ nextDueOn }) => nextDueOn),
};
