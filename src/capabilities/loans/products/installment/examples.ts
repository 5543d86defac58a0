// Examples of loans for the documents.
export const loanCreate = {
  loanTypeId: 'ext-installment',
  status: 'originated',
  externalId: 'L-1001',
  atOrigination: {
    amountFinanced: 4800,
    interestRates: [{ rate: 0.1499 }],
    paymentFrequency: 'monthly',
    specificDays: [15],
    duration: 12,
  },
};

const flags = {
  interestRateAtOrigExceedsMax: false,
  interestRateAtOrigBelowMin: false,
  aprEffectiveAtOrigExceedsMax: false,
  aprNominalAtOrigExceedsMax: false,
  rateCapNotChecked: false,
};

const computed = {
  aprNominal: 0.149912345678,
  aprEffective: 0.160612345678,
  totalInterestAmount: 386.32,
  totalDiscountAmount: 0,
};
const amountsValidation = {
  principalMatch: true,
  interestMatch: true,
  feesMatch: true,
  totalAdvancesMatch: true,
  recurringAmountsMatch: true,
};

export const loan = {
  id: 'LN-7KQ2-M4XA',
  object: 'installment',
  type: 'installment',
  companyId: 'CP-4WQ1-ZK7M',
  displayId: 'L-1001',
  externalId: 'L-1001',
  loanTypeId: 'LT-3HZ8-Q1VB',
  loanTypeVersion: 1,
  mainBorrowerId: 'BO-9XK3-T2WA',
  additionalPeople: [],
  assetType: 'personalClosedEndUnsecured',
  assetDisplayName: 'Personal loan',
  nickname: null,
  status: 'originated',
  isClosed: false,
  servicedBy: 'creditor',
  declineReason: null,
  chargedOffReason: null,
  cancelReason: null,
  endDate: null,
  aprNominalAtActivation: null,
  aprEffectiveAtActivation: null,
  current: { periodicPayment: null, autopayEnabled: false },
  ratesValidation: flags,
  amountsValidation,
  disclosuresValidation: {
    aprNominalMatch: true,
    aprEffectiveMatch: true,
    totalInterestMatch: true,
    totalDiscountMatch: true,
    originatedAtMatch: true,
  },
  atOrigination: {
    ...loanCreate.atOrigination,
    principalAmount: 4800,
    downPaymentAmount: 0,
    interestRates: [{ days: null, rate: 0.1499, interestType: 'absolute' }],
    promoRates: null,
    periodicPaymentAmount: null,
    enforcedEndDate: null,
    bufferToPushOutSchedule: null,
    expectedPayments: null,
    advanceSchedule: null,
    fees: {
      originationFeeAmount: null,
      serviceFeeAmount: null,
      serviceFeeCapAmount: null,
      totalOtherFeesAmount: null,
      dynamicFees: null,
    },
    totalInterestCapAmount: null,
    ...computed,
    computed,
    originationLicense: null,
    originatingCreditorName: null,
    itemsOrServicesFinanced: null,
    personAddressId: null,
    personAddress: null,
    validAddress: null,
    merchantId: null,
    isValidMerchantId: null,
    investors: [{ investorId: 'IR-6KW3-Z8QM', share: 1, effectiveDate: '2026-03-01' }],
    skipCreditReporting: false,
    discountProgramIds: null,
    mdr: null,
    promoPrograms: null,
    card: null,
    minPaymentCalculation: null,
    gracePeriod: null,
  },
  metaData: null,
  timestamps: {
    createdAt: '2026-03-01T09:00:00.000000+00:00',
    updatedAt: null,
    deletedAt: null,
    startedAt: null,
    originatedAt: '2026-03-01T09:00:00.000000+00:00',
    originationRecordedAt: '2026-03-01T09:00:00.000000+00:00',
    activatedAt: null,
    frozenAt: null,
    lastAmortizedAt: null,
    acceleratedAt: null,
    chargedOffAt: null,
    paidOffAt: null,
    closedAt: null,
  },
};

export const scheduleItem = {
  date: '2026-04-15',
  periodId: 'PE-2LM5-Q9RT',
  paymentType: 'periodicPayment',
  status: 'booked',
  amount: 432.2,
  originalAmount: 432.2,
  principalAmount: 343.49,
  interestAmount: 88.71,
  interestBeforeDiscountAmount: 88.71,
  feesAmount: 0,
  principalBalanceAmount: 4456.51,
  unroundedPrincipalAmount: '343.49',
  unroundedInterestAmount: '88.7133369863',
  unroundedInterestBeforeDiscountAmount: '88.7133369863',
  isDeferred: false,
  dynamicFeeDetails: { apiName: null, displayName: null, dynamicFeeTypeId: null, loanFeeId: null, transactionId: null },
};

export const activated = {
  schedule: [scheduleItem],
  ratesValidation: { ...flags, aprEffectiveAtActExceedsMax: false, aprNominalAtActExceedsMax: false },
  amountsValidation,
};

export const unfrozen = {
  paymentFrequency: 'monthly',
  specificDays: [15],
  schedule: [scheduleItem],
  difference: null,
};

export const loanPeriod = {
  id: 'PE-2LM5-Q9RT',
  object: 'loanPeriod',
  startDate: '2026-03-15',
  endDate: '2026-04-14',
  statementDate: '2026-04-15',
  dueDate: '2026-04-15',
};

export const expectedPayments = { count: 1, expectedPayments: [scheduleItem] };
