// Purchases and disputes as they are asked for and shown. Names and shapes are those of the interface (3.8).
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import { MerchantNamed, purchaseFees } from '#capabilities/products/index.ts';
import {
  Amount,
  Bool,
  DateOnly,
  DateTime,
  Described,
  Extended,
  ExternalId,
  ForStaff,
  Id,
  MetaData,
  Named,
  Nullable,
  Rate,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { currency, difference, previewMode, DeclineReason as ReasonOfLoan } from '../../core/loan/schemas.ts';
import { disputeStatuses, externalIdMax, purchaseStatuses, purchaseTypes } from './words.ts';

const externalId = ExternalId({ max: externalIdMax });
const optional = <S extends TSchema>(schema: S, description?: string) =>
  Type.Optional(Nullable(schema, description === undefined ? {} : { description }));

const PurchaseState = StringEnum(purchaseStatuses, { title: 'PurchaseStatus' });
export const DisputeState = StringEnum(disputeStatuses, { title: 'PurchaseDisputeStatus' });

// ---- asked for ------------------------------------------------------------------------------------------------------

const text = (max: number, description?: string) => optional(Text({ max }), description);

const DetailsInput = Named('PurchaseDetailsInput')({
  description: text(255, 'Purchase if not given.'),
  pointOfSaleType: optional(StringEnum(['online', 'physical'])),
  categoryId: text(64),
  merchantId: optional(MerchantNamed),
  merchantName: text(255),
  merchantCity: text(100),
  merchantState: text(100),
  merchantCountry: text(100),
  merchantCategoryCode: text(10),
  externalCardId: text(255),
  originalCurrencyAmount: optional(Amount, 'What was paid, in the currency in which it was.'),
  originalCurrencyCode: optional(
    Type.Unsafe<string>({ type: 'string', pattern: '^[A-Z]{3}$', 'x-expected': 'three capital letters, such as EUR' }),
    'USD if not given; of another currency conversionRate is told too.',
  ),
  conversionRate: optional(Rate, 'How much of the currency of the line one of the other is.'),
  metadata: Type.Optional(MetaData),
  metaData: Type.Optional(MetaData),
});
export type DetailsInput = Static<typeof DetailsInput>;

const Moments = Named('PurchaseMoments')({
  authorizedAt: optional(DateTime, 'When it was authorized.'),
  settledAt: optional(DateTime, 'When it was settled.'),
  effectiveAt: optional(DateTime, 'When it counts on the books, if not at its purchaseDate.'),
});

const purchaseDate = optional(
  Text({ min: 10, max: 40, example: '2026-03-05' }),
  'When it was bought: a date, or a date-time, which orders it within the day in the zone of the loan. Midnight is a date. The present day of UTC, where it is ahead of that of the loan, is now. Now if not given.',
);
const DeclineReason = optional(
  Extended(ReasonOfLoan, { reasonText: text(255), externalReasonCode: text(100) }, { title: 'PurchaseDeclineReason' }),
  'Why it was declined or canceled; one that says nothing is none.',
);
const anyType = optional(
  StringEnum(['regular', 'refund', 'cashBack', 'cashback']),
  'regular if not given. A refund or a cash back lowers the principal.',
);

const PurchaseFeeInput = Named('PurchaseFeeInput')({
  apiName: Text({ min: 1, max: 60, description: 'Names a fee type of its loan type.', example: 'abroad' }),
  feeAmount: optional(Amount, 'That of the fee type if not given.'),
});
export type PurchaseFeeInput = Static<typeof PurchaseFeeInput>;

const feesInput = (more: string) =>
  optional(
    Type.Array(PurchaseFeeInput, { maxItems: 10 }),
    `Fees of the kinds purchaseFee and foreignTransactionFee that are charged with it, on its day and to its draw. ${more}`,
  );

export const PurchaseCreate = Named('PurchaseCreate')({
  amount: Described(Amount, { description: 'More than zero; without force at most what may be spent.' }),
  currency,
  externalId: Type.Optional(externalId),
  type: anyType,
  status: optional(
    StringEnum(['authorized', 'pending', 'settled', 'declined']),
    'settled if not given. authorized holds the limit and is not on the books yet.',
  ),
  purchaseDate,
  purchaseDetails: optional(DetailsInput),
  originalPurchaseId: optional(Id('DP', 'purchase'), 'The purchase that a refund or a cash back takes back.'),
  authorizationPurchaseId: optional(Id('DP', 'purchase'), 'The authorization that it replaces; its hold ends.'),
  declineReason: DeclineReason,
  dynamicFees: feesInput('Not before an authorization is posted, and not for what is declined or taken back.'),
  timestamps: optional(Moments),
  paymentInstrumentId: optional(
    Id('PT', 'payment instrument'),
    'On a draw of cash advances or balance transfers: the bank account of the borrower to which the service pays the amount. It is authorized until the money is there, pending and owed from that day on, and settled once it is safe.',
  ),
  metaData: Type.Optional(MetaData),
  metadata: Type.Optional(MetaData),
  previewMode,
  caseId,
});
export type PurchaseCreate = Static<typeof PurchaseCreate>;

export const PastPurchaseInput = Named('PastPurchaseCreate')({
  drawId: Id('LN', 'draw', { description: 'A draw of the line.' }),
  amount: Described(Amount, { description: 'More than zero.' }),
  externalId: Type.Optional(externalId),
  type: anyType,
  status: optional(StringEnum(['settled', 'declined']), 'settled if not given.'),
  purchaseDate: optional(
    Text({ min: 10, max: 40, example: '2025-12-30' }),
    'When it was bought: a date, or a date-time. Left out only where timestamps say it.',
  ),
  purchaseDetails: optional(DetailsInput),
  originalPurchaseId: optional(Id('DP', 'purchase'), 'The past purchase that a refund or a cash back took back.'),
  declineReason: DeclineReason,
  timestamps: optional(Moments),
  migration: optional(Named('PastPurchaseMigration')({ originalDrawId: text(255, 'Its draw in the system before.') })),
  metaData: Type.Optional(MetaData),
  metadata: Type.Optional(MetaData),
});
export type PastPurchaseInput = Static<typeof PastPurchaseInput>;

export const PurchaseUpdate = Named('PurchaseUpdate')({
  status: optional(
    StringEnum([...purchaseStatuses, 'dispute']),
    'dispute, or disputed, submits a dispute of all that may be disputed. dispute of a refund or a cash back settles it: that is how card programs tell that what was disputed is given back.',
  ),
  amount: Type.Optional(Described(Amount, { description: 'Not less than its refunds and disputes.' })),
  currency,
  type: anyType,
  externalId: Type.Optional(externalId),
  purchaseDate,
  purchaseDetails: optional(DetailsInput, 'Fields that are not sent stay.'),
  declineReason: DeclineReason,
  dynamicFees: feesInput('In place of those it has; what is not sent stays.'),
  timestamps: optional(Moments),
  metaData: Type.Optional(MetaData),
  metadata: Type.Optional(MetaData),
  previewMode,
});
export type PurchaseUpdate = Static<typeof PurchaseUpdate>;

export const DisputeCreate = Named('PurchaseDisputeCreate')({
  externalId: Type.Optional(externalId),
  status: optional(StringEnum(['submitted']), 'With which every dispute begins.'),
  disputedAmount: optional(Amount, 'All that may be disputed, if not given.'),
  createDisputeCase: optional(Bool, 'Opens a case of the type disputeOfPurchase with it, in place of `caseId`.'),
  caseId,
  metadata: Type.Optional(MetaData),
  metaData: Type.Optional(MetaData),
});
export type DisputeCreate = Static<typeof DisputeCreate>;

export const DisputeUpdate = Named('PurchaseDisputeUpdate')({
  status: optional(DisputeState, 'How it ended. Won, the purchase never was; otherwise it is owed again from now on.'),
  disputedAmount: optional(Amount, 'Taken only as it is: withdraw it and submit another one.'),
  externalId: Type.Optional(externalId),
  repostedPurchaseId: optional(Id('DP', 'purchase'), 'The purchase on this draw as which it was posted again.'),
  caseId,
  metadata: Type.Optional(MetaData),
  metaData: Type.Optional(MetaData),
});
export type DisputeUpdate = Static<typeof DisputeUpdate>;

// ---- shown ----------------------------------------------------------------------------------------------------------

const id = (description: string) => Text({ max: 12, description });
const shownText = (max = 255) => Nullable(Text({ max }));
const at = (description: string) => Nullable(DateTime, { description });

const shown = {
  id: id('DP-XXXX-XXXX.'),
  object: Type.Literal('purchase'),
  externalId,
  displayId: Text({ max: 255 }),
  companyId: id('The company.'),
  loanId: id('The line.'),
  mainBorrowerId: id('The borrower.'),
  drawId: id('The draw.'),
  lineOfCreditId: id('The line.'),
  authorizationPurchaseId: Nullable(id('The authorization that it replaced.')),
  replacedByPurchaseId: Nullable(id('The purchase that replaced an authorization.')),
  originalPurchaseId: Nullable(id('What it takes back.')),
  disbursementId: Nullable(id('The disbursement, where the service pays out the money.')),
  type: StringEnum(purchaseTypes, { title: 'PurchaseType' }),
  status: PurchaseState,
  amount: Amount,
  originalAmount: Nullable(Amount, { description: 'The amount, once it is settled.' }),
  eligibleDisputeAmount: Described(Amount, { description: 'How much of it may be disputed.' }),
  currency: Type.Literal('USD'),
  purchaseDate: DateOnly,
  purchaseDetails: Named('PurchaseDetails')({
    description: Text({ max: 255 }),
    pointOfSaleType: Nullable(StringEnum(['online', 'physical'])),
    categoryId: shownText(64),
    merchantId: shownText(259),
    isValidMerchantId: Type.Boolean({ description: 'Whether it is one of our merchants.' }),
    merchantName: shownText(),
    merchantCity: shownText(100),
    merchantState: shownText(100),
    merchantCountry: shownText(100),
    merchantCategoryCode: shownText(10),
    externalCardId: shownText(),
    originalCurrencyAmount: Nullable(Amount),
    originalCurrencyCode: Text({ max: 3 }),
    conversionRate: Nullable(Rate),
    metadata: MetaData,
  }),
  declineReason: Nullable(Type.Object({}, { additionalProperties: true })),
  dynamicFees: Type.Array(
    Named('PurchaseFee')({
      feeTypeId: id('The fee type.'),
      apiName: Text({ max: 60 }),
      feeType: StringEnum(purchaseFees),
      feeAmount: Amount,
    }),
    {
      description:
        'What is charged with it while it is on the books. Lowered or refunded it keeps them; canceled, declined, or won in a dispute as a whole, it never had them.',
    },
  ),
  migration: Named('PurchaseMigration')({
    originalDrawId: Nullable(Text({ max: 255 }), { description: 'Its draw in the system before.' }),
    isPast: Described(Type.Boolean(), {
      description: 'From before the books of the line: a record, which is no part of them.',
    }),
  }),
  refundDetails: Named('RefundDetails')({
    refundTransactionId: Type.Null(),
    refundNonDuePrincipalAmount: Nullable(Amount, {
      description: 'What a refund took off principal that was not due.',
    }),
    refundTransactionAmount: Nullable(Amount, { description: 'The rest, which went as a payment does.' }),
  }),
  metadata: MetaData,
  timestamps: Named('PurchaseTimestamps')({
    createdAt: DateTime,
    updatedAt: at('When it was changed last.'),
    authorizedAt: at('When it was authorized.'),
    settledAt: at('When it was settled.'),
    effectiveAt: Described(DateTime, { description: 'When it counts.' }),
  }),
} satisfies TProperties;

export const Purchase = Type.Object(shown, { title: 'Purchase' });
export type Purchase = Static<typeof Purchase>;

/** The answer of writes: with previewMode, what would change. */
export const ChangedPurchase = Type.Object(
  { ...shown, id: Nullable(shown.id, { description: 'Null in the preview of a new one.' }), difference },
  { title: 'ChangedPurchase' },
);
export type ChangedPurchase = Static<typeof ChangedPurchase>;

export const PurchaseDispute = Named('PurchaseDispute')({
  id: id('PD-XXXX-XXXX.'),
  object: Type.Literal('purchaseDispute'),
  externalId,
  displayId: Text({ max: 255 }),
  companyId: id('The company.'),
  loanId: id('The line.'),
  drawId: id('The draw.'),
  purchaseId: id('The purchase.'),
  caseId: ForStaff(Nullable(id('The case that it belongs to.'))),
  status: DisputeState,
  disputedAmount: Amount,
  repostedPurchaseId: Nullable(id('As which it was posted again.')),
  acknowledgeByDate: Nullable(DateOnly, { description: 'By then the lender must have confirmed the notice.' }),
  decideByDate: Nullable(DateOnly, {
    description: 'By then the lender must have decided it: two complete cycles after the notice, at most 90 days.',
  }),
  metadata: MetaData,
  timestamps: Named('PurchaseDisputeTimestamps')({
    createdAt: DateTime,
    updatedAt: at('When it was changed last.'),
    submittedAt: at('When it was submitted.'),
    expiredAt: at('When it expired.'),
    wonAt: at('When it was won.'),
    lostAt: at('When it was lost.'),
    withdrawnAt: at('When it was withdrawn.'),
  }),
});
export type PurchaseDispute = Static<typeof PurchaseDispute>;
