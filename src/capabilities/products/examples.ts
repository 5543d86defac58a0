// One set of examples for the description of the interface; a test checks each against its schema.
import { defaultRetryRules } from './settings/retry-rules.ts';

const at = '2026-03-02T14:05:09.120344+00:00';
const stamps = { createdAt: at, updatedAt: null, deletedAt: null };
const companyId = 'CP-2W8D-K4TN';
const loanTypeId = 'LT-5V2N-Q8RD';

const late = {
  graceDays: 10,
  flatAmount: 15,
  percent: 0.05,
  rule: 'greater',
  base: 'instalment',
  minAmount: null,
  maxAmount: 30,
  yearlyCapAmount: null,
  lifetimeCapAmount: null,
  pyramiding: 'blocked',
};

const settings = {
  type: 'installment',
  name: 'Personal loan',
  description: null,
  assetType: 'personalClosedEndUnsecured',
  assetDisplayName: 'Personal loan',
  timezone: null,
  currency: 'USD',
  cutOffTime: '17:00:00',
  extraFields: { program: 'north' },
  interest: {
    dayCount: 'actual/365',
    accrualMethod: 'simple',
    rounding: 'cut',
    minRate: 0.05,
    maxRate: 0.2999,
    maxAprNominal: 0.36,
    maxAprEffective: null,
    indexFloor: null,
    indexCap: null,
    indexStepCap: null,
    overdueRate: null,
    overdueBearing: 'principal',
    precomputedRebate: null,
    precomputedRebateRounding: 'halfUp',
    precomputedWholeAfterDays: null,
    resetMonths: null,
    resetLookbackDays: 0,
    resetRoundTo: null,
    resetFirstCap: null,
    resetPeriodicCap: null,
    resetLifetimeCap: null,
    resetLifetimeDrop: null,
    afterRateChange: 'solveAgain',
  },
  payments: {
    roundingUnit: 0.01,
    roundingMode: 'up',
    amortization: 'level',
    interestOnlyPayments: 0,
    prepayment: 'nextDue',
    deadlines: 'asIs',
    dueDateMode: 'fixedDueDate',
    proceedsPaidTo: 'nobody',
    multipleAdvances: false,
    retryRules: defaultRetryRules,
    stopsAfterTwoFailures: false,
  },
  fees: { origination: null, late, nsfAmount: 25, service: null, membership: null },
  waterfall: { by: 'obligation', order: ['fees', 'interest', 'principal'], earlyPayment: 'interestFirst' },
  delinquency: {
    toleranceAmount: 0,
    accelerationDueWithin: null,
    chargeOffDueWithin: 120,
    accrualAfterChargeOff: false,
    paymentAllowedWhenChargedOff: true,
  },
  reAge: {
    monthsOnBooksMin: 9,
    monthsBetweenMin: 12,
    timesMax: 2,
    withinMonths: 60,
    paymentsMin: 3,
    addedPaymentsMax: null,
  },
};

export const loanType = {
  id: loanTypeId,
  object: 'loanType',
  companyId,
  externalId: 'personal-36',
  version: 1,
  status: 'active',
  ...settings,
  ...stamps,
};

export const loanTypeCreate = {
  externalId: 'personal-36',
  name: 'Personal loan',
  cutOffTime: '17:00:00',
  interest: { minRate: 0.05, maxRate: 0.2999, maxAprNominal: 0.36 },
  fees: {
    late: { graceDays: 10, flatAmount: 15, percent: 0.05, rule: 'greater', maxAmount: 30 },
    nsfAmount: 25,
  },
  delinquency: { chargeOffDueWithin: 120 },
};

export const loanTypeUpdate = { delinquency: { chargeOffDueWithin: 180 } };
export const changedLoanType = {
  ...loanType,
  version: 2,
  delinquency: { ...settings.delinquency, chargeOffDueWithin: 180 },
  updatedAt: '2026-04-01T09:00:00.000000+00:00',
};

export const loanTypeVersion = {
  id: `${loanTypeId}.1`,
  object: 'loanTypeVersion',
  loanTypeId,
  version: 1,
  settings,
  createdAt: at,
};

export const indexRate = {
  id: 'RA-2K8P-D4XN',
  object: 'indexRate',
  loanTypeId,
  rate: 0.0525,
  effectiveDate: '2026-05-01',
  endDate: null,
  ...stamps,
};
export const indexRateChange = { ...indexRate, operationId: null };
