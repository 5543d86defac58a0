// What the clients read of loans, lines, draws and what is done to them.
import { plain, type ReadShape } from './fields.ts';

export const declineReason: ReadShape = {
  'mainExternalReasonCode?': 'text',
  'mainText?': 'text',
  'mainScriptForRep?': 'text',
  subReasons: [{ 'externalReasonCode?': 'text', 'reasonText?': 'text', 'scriptForRep?': 'text' }],
};

const loanTimestamps: ReadShape = {
  'createdAt?': 'text',
  'updatedAt?': 'text',
  'deletedAt?': 'text',
  'startedAt?': 'text',
  'originatedAt?': 'text',
  'activatedAt?': 'text',
  'frozenAt?': 'text',
  'lastAmortizedAt?': 'text',
  'acceleratedAt?': 'text',
  'chargedOffAt?': 'text',
  'paidOffAt?': 'text',
  'closedAt?': 'text',
};

const ratesValidation: ReadShape = {
  'interestRateAtOrigExceedsMax?': 'boolean',
  'interestRateAtOrigBelowMin?': 'boolean',
  'aprEffectiveAtOrigExceedsMax?': 'boolean',
  'aprNominalAtOrigExceedsMax?': 'boolean',
  'aprEffectiveAtActExceedsMax?': 'boolean',
  'aprNominalAtActExceedsMax?': 'boolean',
};

const amountsValidation: ReadShape = {
  'principalMatch?': 'boolean',
  'interestMatch?': 'boolean',
  'feesMatch?': 'boolean',
  'totalAdvancesMatch?': 'boolean',
  'recurringAmountsMatch?': 'boolean',
};

const current: ReadShape = {
  'periodicPayment?': 'number',
  'autopayEnabled?': 'boolean',
  'creditLimitAmount?': 'number',
};

const scheduleRow: ReadShape = {
  'date?': 'text',
  'periodId?': 'text',
  'paymentType?': 'text',
  'status?': 'text',
  'amount?': 'number',
  'originalAmount?': 'number',
  'principalAmount?': 'number',
  'interestAmount?': 'number',
  'interestBeforeDiscountAmount?': 'number',
  'unroundedPrincipalAmount?': 'text',
  'unroundedInterestAmount?': 'text',
  'unroundedInterestBeforeDiscountAmount?': 'text',
  'isDeferred?': 'boolean',
  'dynamicFeeDetails?': {
    'loanFeeId?': 'text',
    'dynamicFeeTypeId?': 'text',
    'apiName?': 'text',
    'displayName?': 'text',
  },
};

const card: ReadShape = {
  'issuerId?': 'text',
  'token?': 'text',
  'type?': 'text',
  'cardDetails?': {
    'status?': 'text',
    'usageType?': 'text',
    'fulfillmentStatus?': 'text',
    'cardNumberLastFour?': 'text',
    'expirationYear?': 'number',
    'expirationMonth?': 'number',
    'network?': 'text',
    'firstName?': 'text',
    'lastName?': 'text',
    'address?': 'object',
    'pan?': 'number',
    'cvvNumber?': 'number',
    'nickname?': 'text',
  },
};

const atOrigination: ReadShape = {
  'amountFinanced?': 'number',
  'duration?': 'number',
  'enforcedEndDate?': 'text',
  'bufferToPushOutSchedule?': 'number',
  'originationLicense?': 'text',
  'originatingCreditorName?': 'text',
  'interestRates?': [{ 'days?': 'number', 'rate?': 'number', 'interestType?': 'text' }],
  'promoRates?': [{ 'days?': 'number', 'rate?': 'number' }],
  'aprNominal?': 'number',
  'aprEffective?': 'number',
  'expectedPayments?': [
    {
      'date?': 'text',
      'paymentType?': 'text',
      'amount?': 'number',
      'principalAmount?': 'number',
      'interestAmount?': 'number',
      'interestBeforeDiscountAmount?': 'number',
      'unroundedPrincipalAmount?': 'text',
      'unroundedInterestAmount?': 'text',
      'unroundedInterestBeforeDiscountAmount?': 'text',
      'dynamicFeeDetails?': { 'dynamicFeeTypeId?': 'text' },
    },
  ],
  'advanceSchedule?': ['object'],
  'periodicPaymentAmount?': 'number',
  'paymentFrequency?': 'text',
  'specificDays?': ['any'],
  'creditLimitAmount?': 'number',
  'fees?': {
    'originationFeeAmount?': 'number',
    'dynamicFees?': [{ 'apiName?': 'text', 'feeAmount?': 'number', 'feeCapAmount?': 'number' }],
    'serviceFeeAmount?': 'number',
    'serviceFeeCapAmount?': 'number',
    'totalOtherFeesAmount?': 'number',
  },
  'minPaymentCalculation?': { percentageOfPrincipal: 'number', minAmount: 'number' },
  'autoAmortization?': { amortizationLogic: 'text', 'duration?': 'number', 'periodicPaymentAmount?': 'number' },
  'gracePeriod?': { 'isGracePeriodApplicable?': 'boolean', 'numPeriodsToRestoreGrace?': 'number' },
  'personAddress?': 'object',
  'personAddressId?': 'text',
  'downPaymentAmount?': 'number',
  'totalInterestAmount?': 'number',
  'totalDiscountAmount?': 'number',
  'totalInterestCapAmount?': 'number',
  'discountProgramIds?': ['number'],
  'validAddress?': 'boolean',
  'newDrawsAllowed?': 'boolean',
  'investors?': [{ 'investorId?': 'text', 'share?': 'number', 'effectiveDate?': 'text', 'dateEffective?': 'text' }],
  'itemsOrServicesFinanced?': 'text',
  // The library's type is a list of these; the captured answers have the object.
  'mdr?': { 'mdrRate?': 'number', 'mdrAmount?': 'number', 'isAmortized?': 'boolean', 'amortizationPeriod?': 'number' },
  'merchantId?': 'text',
  'isValidMerchantId?': 'boolean',
  'skipCreditReporting?': 'boolean',
  'card?': card,
  'promoPrograms?': ['object'],
};

const { 'fees?': fees } = atOrigination as { readonly 'fees?': ReadShape };
const { 'dynamicFees?': _, 'totalOtherFeesAmount?': __, ...feesOfDraw } = fees;
const only = (shape: ReadShape, names: readonly string[]): ReadShape =>
  Object.fromEntries(Object.entries(shape).filter(([name]) => names.includes(plain(name))));

/** The library has one type for both; of an agreement a draw has these, as captured. */
const ofDraw: ReadShape = {
  ...only(atOrigination, [
    ...['aprEffective', 'aprNominal', 'autoAmortization', 'creditLimitAmount', 'gracePeriod', 'interestRates'],
    ...['minPaymentCalculation', 'promoRates'],
  ]),
  'fees?': feesOfDraw,
  'mdr?': 'any',
};

const draw: ReadShape = {
  'object?': 'text',
  id: 'text',
  'externalId?': 'text',
  'displayId?': 'text',
  'assetDisplayName?': 'text',
  'declineReason?': declineReason,
  'timestamps?': loanTimestamps,
  'endDate?': 'text',
  'metaData?': 'any',
  'nickname?': 'text',
  'ratesValidation?': ratesValidation,
  status: 'text',
  'isClosed?': 'boolean',
  'current?': only(current, ['periodicPayment', 'creditLimitAmount']),
  'atOrigination?': ofDraw,
};

const loan: ReadShape = {
  ...draw,
  'current?': current,
  'atOrigination?': atOrigination,
  'type?': 'text',
  loanTypeId: 'text',
  'assetType?': 'text',
  'companyId?': 'text',
  'chargedOffReason?': 'text',
  'mainBorrowerId?': 'text',
  servicedBy: 'text',
  newDrawsAllowed: 'boolean',
  'additionalPeople?': [{ 'personId?': 'text', 'loanRelationType?': 'text' }],
  'aprEffectiveAtActivation?': 'number',
  'aprNominalAtActivation?': 'number',
  'amountsValidation?': amountsValidation,
};

/** The lender reads both rates, or null. */
const ratesOfLine: ReadShape = {
  id: 'text',
  atOrigination: { aprEffective: 'number|null', aprNominal: 'number|null' },
};

const period: ReadShape = {
  'object?': 'text',
  'periodId?': 'text',
  'startDate?': 'text',
  'endDate?': 'text',
  'statementDate?': 'text',
  'dueDate?': 'text',
};

const activated: ReadShape = {
  'schedule?': [scheduleRow],
  'ratesValidation?': ratesValidation,
  'amountsValidation?': amountsValidation,
};

const limitOfLine: ReadShape = {
  creditLimitAmount: 'number',
  'sendNotice?': 'boolean',
  'adverseReactionReason?': 'text',
  'caseId?': 'text',
};

const unfrozen: ReadShape = {
  'paymentFrequency?': 'text',
  'specificDays?': ['any'],
  'schedule?': [scheduleRow],
};

const bucket = (name: string): ReadShape => ({
  [`${name}FeesAmount`]: 'number',
  [`${name}InterestAmount`]: 'number',
  [`${name}PrincipalAmount`]: 'number',
  [`${name}TotalAmount`]: 'number',
});

const balances: ReadShape = {
  isLocked: 'boolean',
  availableCreditAmount: 'number',
  creditLimitAmount: 'number',
  calculatedAt: 'text',
  outstandingBalances: bucket('outstanding'),
  overdueBalances: bucket('overdue'),
  dueBalances: bucket('due'),
  utilizationAmount: 'number',
};

const obligations: ReadShape = {
  daysOverdue: 'number',
  isLocked: 'boolean',
  isOverdue: 'boolean',
  overdueAmount: 'number',
  obligations: [
    {
      capitalizedAmount: 'number',
      createdAt: 'text',
      deletedAt: 'text|null',
      dueDate: 'text',
      fulfilledAmount: 'number',
      gracePeriod: 'any',
      id: 'text',
      isFulfilled: 'boolean',
      isOpen: 'boolean',
      isOverdue: 'boolean',
      obligationAmount: 'number',
      overpaymentsAmount: 'number',
      periodId: 'text',
      remainingAmount: 'number',
      updatedAt: 'text|null',
    },
  ],
};

export const loanObjects = {
  loan,
  draw,
  ratesOfLine,
  period,
  activated,
  limitOfLine,
  unfrozen,
  accelerated: { 'acceleratedAmount?': 'number' },
  accelerationReversed: { 'reversedAcceleratedAmount?': 'number' },
  chargedOff: { 'chargeOffAmount?': 'number' },
  chargeOffReversed: { 'reversedChargeOffAmount?': 'number' },
  amortized: { 'schedule?': [scheduleRow] },
  balances,
  obligations,
} satisfies Record<string, ReadShape>;
