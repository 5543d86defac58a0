// Examples of lines for the documents.

import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { rowOfZeros } from './activation.ts';
import { LineAgreement } from './agreement.ts';

export const loanCreate = {
  loanTypeId: 'ext-line-of-credit',
  status: 'originated',
  externalId: 'L-2001',
  atOrigination: { creditLimitAmount: 5000, interestRates: [{ rate: 0.1999 }], specificDays: [10] },
};

const ratesValidation = {
  interestRateAtOrigExceedsMax: false,
  interestRateAtOrigBelowMin: false,
  rateCapNotChecked: false,
};

export const scheduleItem = rowOfZeros('LN-7KQ2-M4XA', 1, dayOf('2026-04-10' as CivilDate));
export const activated = { schedule: [scheduleItem], ratesValidation, amountsValidation: {} };
export const unfrozen = {};

export const loan = {
  id: 'LN-7KQ2-M4XA',
  object: 'lineOfCredit',
  type: 'lineOfCredit',
  companyId: 'CP-4WQ1-ZK7M',
  displayId: 'L-2001',
  externalId: 'L-2001',
  loanTypeId: 'LT-3HZ8-Q1VB',
  loanTypeVersion: 1,
  mainBorrowerId: 'BO-9XK3-T2WA',
  additionalPeople: [],
  assetType: 'personalOpenEndUnsecured',
  assetDisplayName: 'Line of credit',
  nickname: null,
  status: 'active',
  isClosed: false,
  servicedBy: 'creditor',
  declineReason: null,
  chargedOffReason: null,
  cancelReason: null,
  endDate: null,
  newDrawsAllowed: true,
  drawsFrozen: false,
  current: { creditLimitAmount: 4000, periodicPayment: 0, autopayEnabled: false },
  ratesValidation,
  amountsValidation: {},
  atOrigination: {
    ...Object.fromEntries(Object.keys(LineAgreement.properties).map((name) => [name, null])),
    ...loanCreate.atOrigination,
    interestRates: [{ days: null, rate: 0.1999, interestType: 'absolute' }],
    investors: [{ investorId: 'IR-8PL4-D2CE', share: 1, effectiveDate: '2026-03-02' }],
    downPaymentAmount: 0,
    skipCreditReporting: false,
    coveredBorrower: false,
    mapr: null,
    card: null,
    cards: null,
    personAddress: null,
    validAddress: null,
    isValidMerchantId: false,
  },
  metaData: null,
  timestamps: {
    createdAt: '2026-03-02T15:00:00.000000+00:00',
    updatedAt: '2026-03-02T15:01:00.000000+00:00',
    deletedAt: null,
    startedAt: '2026-03-02T15:01:00.000000+00:00',
    originatedAt: '2026-03-02T15:00:00.000000+00:00',
    originationRecordedAt: '2026-03-02T15:00:00.000000+00:00',
    activatedAt: '2026-03-02T15:01:00.000000+00:00',
    frozenAt: null,
    lastAmortizedAt: '2026-03-02T15:01:00.000000+00:00',
    acceleratedAt: null,
    chargedOffAt: null,
    paidOffAt: null,
    closedAt: null,
  },
};
