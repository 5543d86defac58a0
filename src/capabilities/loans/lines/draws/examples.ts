// Examples of draws for the documents.
import { balances as loanBalances } from '../../core/reads/examples.ts';

export const drawCreate = {
  status: 'originated',
  externalId: 'D-2001',
  nickname: 'Purchases',
  atOrigination: { interestRates: [{ rate: 0.1999 }], creditLimitAmount: 2000 },
};

export const draw = {
  id: 'LN-4TW8-Q2HB',
  object: 'draw',
  type: 'draw',
  companyId: 'CP-4WQ1-ZK7M',
  displayId: 'D-2001',
  externalId: 'D-2001',
  lineOfCreditId: 'LN-7KQ2-M4XA',
  loanTypeId: 'LT-3HZ8-Q1VB',
  loanTypeVersion: 1,
  mainBorrowerId: 'BO-9XK3-T2WA',
  assetType: 'personalOpenEndUnsecured',
  assetDisplayName: 'Line of credit',
  nickname: 'Purchases',
  status: 'originated',
  isClosed: false,
  isAmortized: false,
  purpose: 'regular',
  servicedBy: 'creditor',
  declineReason: null,
  cancelReason: null,
  current: {
    creditLimitAmount: null,
    availableCreditAmount: null,
    periodicPayment: null,
    hasGracePeriod: null,
  },
  endDate: null,
  ratesValidation: { interestRateAtOrigExceedsMax: false, interestRateAtOrigBelowMin: false },
  amountsValidation: {},
  atOrigination: {
    purpose: 'regular',
    creditLimitAmount: 2000,
    interestRates: [{ days: null, rate: 0.1999, interestType: 'absolute' }],
    promoRates: null,
    aprNominal: null,
    aprEffective: null,
    mdr: null,
    minPaymentCalculation: { percentageOfPrincipal: 0.01, minAmount: 0 },
    gracePeriod: {
      isGracePeriodApplicable: true,
      numPeriodsToRestoreGrace: 1,
      numPeriodsToEvaluateGrace: 1,
      minPaymentCalculationOverride: null,
    },
    autoAmortization: null,
    fees: {
      drawFeeAmount: 0,
      originationFeeAmount: 0,
      drawFeePercentageOfPrincipal: 0,
      serviceFeeAmount: null,
      serviceFeeCapAmount: null,
    },
    enforcedEndDate: null,
  },
  metaData: null,
  timestamps: {
    createdAt: '2026-01-10T15:00:00.000000+00:00',
    updatedAt: null,
    deletedAt: null,
    startedAt: null,
    originatedAt: '2026-01-10T15:00:00.000000+00:00',
    activatedAt: null,
    frozenAt: null,
    lastAmortizedAt: null,
    acceleratedAt: null,
    chargedOffAt: null,
    paidOffAt: null,
    closedAt: null,
  },
};

const activated = {
  ...draw,
  status: 'active',
  current: { creditLimitAmount: 2000, availableCreditAmount: 2000, periodicPayment: 0, hasGracePeriod: true },
  timestamps: {
    ...draw.timestamps,
    updatedAt: '2026-01-10T15:01:00.000000+00:00',
    startedAt: '2026-01-10T15:01:00.000000+00:00',
    activatedAt: '2026-01-10T15:01:00.000000+00:00',
  },
};

export const changedDraw = { ...activated, difference: null };

export const limited = {
  ...changedDraw,
  current: { ...activated.current, creditLimitAmount: 1500, availableCreditAmount: 1500 },
};

export const scheduleItem = {
  date: '2026-02-10',
  periodId: 'PE-2LM5-Q9RT',
  paymentType: 'periodicPayment',
  status: 'booked',
  amount: 0,
  originalAmount: 0,
  principalAmount: 0,
  interestAmount: 0,
  interestBeforeDiscountAmount: 0,
  feesAmount: 0,
  principalBalanceAmount: 0,
  unroundedPrincipalAmount: '0.00',
  unroundedInterestAmount: '0.00',
  unroundedInterestBeforeDiscountAmount: '0.00',
  isDeferred: false,
  dynamicFeeDetails: {
    apiName: null,
    displayName: null,
    dynamicFeeTypeId: null,
    loanFeeId: null,
    transactionId: null,
  },
};

export const activation = {
  schedule: [scheduleItem],
  ratesValidation: { interestRateAtOrigExceedsMax: false, interestRateAtOrigBelowMin: false },
  amountsValidation: {},
  difference: null,
};

const instalment = {
  ...scheduleItem,
  amount: 103.34,
  originalAmount: 103.34,
  principalAmount: 100,
  interestAmount: 3.34,
  interestBeforeDiscountAmount: 3.34,
  principalBalanceAmount: 100,
  unroundedPrincipalAmount: '100.00',
  unroundedInterestAmount: '3.34',
  unroundedInterestBeforeDiscountAmount: '3.34',
};

export const schedule = { schedule: [instalment] };

const {
  paidBalances: _,
  creditBalance: __,
  unroundedAmounts: ___,
  utilizationAmount: ____,
  heldAmount: ______,
  unclearedAmount: _______,
  overLimitAmount: _____,
  ...ofLoan
} = loanBalances;

export const balances = { ...ofLoan, creditLimitAmount: null, availableCreditAmount: 148.75, disputedAmount: 0 };
