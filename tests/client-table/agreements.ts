// What the clients send when a loan or a draw is made: every field, with one value.
import { any, flag, number, orNull, type SentShape, text } from './fields.ts';

export const declineReason: SentShape = {
  'mainExternalReasonCode?': text('R1'),
  'mainText?': text('Too little income'),
  'mainScriptForRep?': text('Say so kindly.'),
  subReasons: [
    { 'externalReasonCode?': text('R1a'), 'reasonText?': text('No income'), 'scriptForRep?': text('Say so.') },
  ],
};

const stamp = '2026-01-01T00:00:00Z';
export const timestamps: SentShape = Object.fromEntries(
  [
    ...['createdAt', 'updatedAt', 'deletedAt', 'startedAt', 'originatedAt', 'activatedAt', 'frozenAt'],
    ...['lastAmortizedAt', 'acceleratedAt', 'chargedOffAt', 'paidOffAt', 'closedAt'],
  ].map((name) => [`${name}?`, text(stamp)]),
);

/** Every field of an agreement; a client sends those of both products, and what it was shown. */
export const agreement: SentShape = {
  'amountFinanced?': number(1200),
  'duration?': number(6),
  'enforcedEndDate?': text('2026-12-31'),
  'bufferToPushOutSchedule?': number(0),
  'originationLicense?': text('nationalBank'),
  'originatingCreditorName?': text('A bank'),
  'interestRates?': [{ 'days?': orNull(number(30)), 'rate?': number(0.1), 'interestType?': text('absolute') }],
  'promoRates?': [{ 'days?': orNull(number(30)), 'rate?': number(0.05) }],
  'aprNominal?': number(0.1),
  'aprEffective?': number(0.11),
  'expectedPayments?': [
    {
      'date?': text('2026-02-15'),
      'paymentType?': text('periodicPayment'),
      'amount?': number(200),
      'principalAmount?': number(190),
      'interestAmount?': number(10),
      'interestBeforeDiscountAmount?': number(10),
      'unroundedPrincipalAmount?': text('190.00'),
      'unroundedInterestAmount?': text('10.00'),
      'unroundedInterestBeforeDiscountAmount?': text('10.00'),
      'dynamicFeeDetails?': { 'dynamicFeeTypeId?': text('FT-AAAA-AAAA') },
    },
  ],
  'advanceSchedule?': [
    {
      'id?': text('LA-AAAA-AAAA'),
      'externalId?': text('second'),
      'status?': text('scheduled'),
      'amount?': number(600),
      'originalAmount?': number(600),
      'advanceDate?': text('2026-03-01'),
      'advanceDetails?': {
        'description?': text('The roof'),
        'pointOfSaleType?': text('online'),
        'categoryId?': text('home'),
        'merchantId?': text('0001'),
        'merchantName?': text('A shop'),
        'metadata?': any({ part: 2 }),
      },
      'metadata?': any({ part: 2 }),
      'timestamps?': timestamps,
    },
  ],
  'periodicPaymentAmount?': number(200),
  'paymentFrequency?': text('monthly'),
  'specificDays?': [any(15)],
  'creditLimitAmount?': number(5000),
  'fees?': {
    'originationFeeAmount?': number(0),
    'dynamicFees?': [{ 'apiName?': text('serviceFee'), 'feeAmount?': number(2), 'feeCapAmount?': number(24) }],
    'serviceFeeAmount?': number(2),
    'serviceFeeCapAmount?': number(24),
    'totalOtherFeesAmount?': number(0),
  },
  'minPaymentCalculation?': { percentageOfPrincipal: number(0.01), minAmount: number(25) },
  'autoAmortization?': {
    amortizationLogic: text('aggregatePurchasesInPeriod'),
    'duration?': number(12),
    'periodicPaymentAmount?': number(50),
  },
  'gracePeriod?': { 'isGracePeriodApplicable?': flag(true), 'numPeriodsToRestoreGrace?': number(2) },
  'personAddress?': {
    'addressLine1?': text('1 Main St'),
    'city?': text('Houston'),
    'state?': text('TX'),
    'postalCode?': text('77002'),
    'country?': text('US'),
  },
  'personAddressId?': text('CT-AAAA-AAAA'),
  'downPaymentAmount?': number(0),
  'totalInterestAmount?': number(100),
  'totalDiscountAmount?': number(0),
  'totalInterestCapAmount?': number(100),
  'discountProgramIds?': [number(17)],
  'validAddress?': flag(true),
  'newDrawsAllowed?': flag(true),
  'investors?': [
    {
      'investorId?': text('IN-AAAA-AAAA'),
      'share?': number(1),
      'effectiveDate?': text('2026-01-01'),
      'dateEffective?': text('2026-01-01'),
    },
  ],
  'itemsOrServicesFinanced?': text('A roof'),
  // The library's type is a list of these; what was captured is the object.
  'mdr?': {
    'mdrRate?': orNull(number(0.03)),
    'mdrAmount?': orNull(number(36)),
    'isAmortized?': flag(true),
    'amortizationPeriod?': orNull(number(6)),
  },
  'merchantId?': text('0001'),
  'isValidMerchantId?': flag(false),
  'skipCreditReporting?': flag(false),
  'card?': {
    'issuerId?': text('IS-AAAA-AAAA'),
    'token?': text('card-1'),
    'type?': text('physical'),
    'cardDetails?': {
      'status?': text('active'),
      'usageType?': text('multiUse'),
      'fulfillmentStatus?': text('shipped'),
      'cardNumberLastFour?': text('4242'),
      'expirationYear?': number(2030),
      'expirationMonth?': number(12),
      'network?': text('visa'),
      'firstName?': text('Ada'),
      'lastName?': text('Lovelace'),
      'nickname?': text('Mine'),
    },
  },
  'promoPrograms?': [
    {
      'promoTypeId?': text('PP-AAAA-AAAA'),
      'id?': text('PP-AAAA-AAAA'),
      'externalId?': text('spring'),
      'status?': text('active'),
      'promoStartDate?': text('2026-01-01'),
      'promoEndDate?': text('2026-03-01'),
      'promoDurationDays?': number(60),
      'promoGracePeriodDays?': number(5),
      'sacDisqualifyOverdueDays?': number(30),
      'metaData?': any({ a: 1 }),
    },
  ],
};

/** What of an agreement is a draw's own. */
export const agreementOfDraw: SentShape = Object.fromEntries(
  Object.entries(agreement).filter(([name]) =>
    [
      ...['interestRates?', 'promoRates?', 'aprNominal?', 'aprEffective?', 'creditLimitAmount?', 'autoAmortization?'],
      ...['minPaymentCalculation?', 'gracePeriod?'],
    ].includes(name),
  ),
);
