// Examples of balances and ledger for the documents: the loan of 4,800.00 on the day its first payment came due.
const at = '2027-02-15T17:00:00.000000+00:00';

const nothing = (name: string) => ({
  [`${name}TotalAmount`]: 0,
  [`${name}PrincipalAmount`]: 0,
  [`${name}InterestAmount`]: 0,
  [`${name}FeesAmount`]: 0,
});
const noOwnFees = (name: string) => ({
  [`${name}OriginationFeesAmount`]: 0,
  [`${name}DrawFeesAmount`]: 0,
  [`${name}LateFeesAmount`]: 0,
  [`${name}ModificationFeesAmount`]: 0,
});
const bucket = (name: string, principal: number, interest: number, total: number) => ({
  ...nothing(name),
  ...noOwnFees(name),
  [`${name}TotalAmount`]: total,
  [`${name}PrincipalAmount`]: principal,
  [`${name}InterestAmount`]: interest,
});

export const balances = {
  isLocked: false,
  calculatedAt: at,
  effectiveDate: '2027-02-15',
  outstandingBalances: bucket('outstanding', 4800, 51.25, 4851.25),
  nonDueBalances: bucket('nonDue', 4419.05, 0, 4419.05),
  dueBalances: bucket('due', 380.95, 51.25, 432.2),
  overdueBalances: bucket('overdue', 0, 0, 0),
  outstandingBalancesWithPromo: { outstandingTotalAmount: 4851.25 },
  nonAccrualBalances: nothing('nonAccrual'),
  chargedOffBalances: nothing('chargedOff'),
  paidBalances: {
    paidTotalAmount: 0,
    paidPaymentsAmount: 0,
    paidCreditsAmount: 0,
    paidReimbursementsAmount: 0,
    paidPrincipalAmount: 0,
    paidInterestAmount: 0,
    paidFeesAmount: 0,
    paidOverAmount: 0,
  },
  interestAndFeesAmounts: {
    interestAccruedTotalAmount: 51.25,
    interestDiscountTotalAmount: 0,
    forgoneInterestCapAmount: 0,
    forgoneInterestRoundingAmount: 0,
    interestAccruedYearToDateAmount: 51.25,
  },
  creditBalance: 0,
  creditLimitAmount: null,
  availableCreditAmount: null,
  utilizationAmount: null,
  heldAmount: null,
  unclearedAmount: null,
  overLimitAmount: null,
  unroundedAmounts: null,
};

const stretch = '$4,800.00 at 14.990 % for 26 of 365 days (2027-01-20 to 2027-02-15)';

export const interest = {
  fromEffectiveDate: '2027-01-20',
  toEffectiveDate: '2027-02-15',
  interestAmount: 51.25,
  interestDiscountAmount: 0,
  interestBookedAmount: 51.25,
  unroundedInterestAmount: '51.2534794520',
  unroundedInterestDiscountAmount: '0.0000000000',
  segments: [
    {
      fromDate: '2027-01-20',
      toDate: '2027-02-15',
      days: 26,
      principalAmount: 4800,
      rate: 0.1499,
      rateBeforeDiscount: 0.1499,
      unroundedInterestAmount: '51.2534794520',
      unroundedInterestDiscountAmount: '0.0000000000',
      sentence: `${stretch}.`,
    },
  ],
};

export const payoff = {
  payoffAmount: 4851.25,
  principalAmount: 4800,
  interestAmount: 51.25,
  feesAmount: 0,
  creditAmount: 0,
  unearnedChargeAmount: null,
  perDiem: '1.971287',
  goodThroughDate: '2027-02-15',
  calculatedAt: at,
};

export const posting = {
  id: 'LN-7KQ2-M4XA-3',
  object: 'posting',
  number: 3,
  effectiveDate: '2027-02-15',
  postedAt: at,
  account: 'interest.due',
  drawId: null,
  cause: 'due:1',
  amount: 51.25,
};

export const totals = { debitAmount: 5232.2, creditAmount: -5232.2, sumAmount: 0 };

export const explanation = {
  postingId: 'LN-7KQ2-M4XA-3',
  figure: null,
  effectiveDate: '2027-02-15',
  amount: 51.25,
  sentence: `$51.25 interest: ${stretch}, cut from $51.2534….`,
  parts: [],
};
