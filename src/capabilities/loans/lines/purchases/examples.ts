// Examples of purchases and disputes, which the documents show and a test sends.
const moments = {
  createdAt: '2026-03-05T18:30:00.000000+00:00',
  updatedAt: null,
  authorizedAt: null,
  settledAt: '2026-03-05T18:30:00.000000+00:00',
  effectiveAt: '2026-03-05T18:30:00.000000+00:00',
};

export const purchase = {
  id: 'DP-7KQ2-M9XA',
  object: 'purchase',
  externalId: 'card-20417',
  displayId: 'card-20417',
  companyId: 'CP-4QXM-81TA',
  loanId: 'LN-7KQ2-M9XA',
  mainBorrowerId: 'BO-7KQ2-M9XA',
  drawId: 'LN-8KQ2-M9XB',
  lineOfCreditId: 'LN-7KQ2-M9XA',
  authorizationPurchaseId: null,
  replacedByPurchaseId: null,
  originalPurchaseId: null,
  disbursementId: null,
  type: 'regular',
  status: 'settled',
  amount: 42.5,
  originalAmount: 42.5,
  eligibleDisputeAmount: 42.5,
  currency: 'USD',
  purchaseDate: '2026-03-05',
  purchaseDetails: {
    description: 'Groceries',
    pointOfSaleType: 'physical',
    categoryId: null,
    merchantId: null,
    isValidMerchantId: false,
    merchantName: 'Corner shop',
    merchantCity: null,
    merchantState: null,
    merchantCountry: null,
    merchantCategoryCode: null,
    externalCardId: null,
    originalCurrencyAmount: null,
    originalCurrencyCode: 'USD',
    conversionRate: 1,
    metadata: null,
  },
  declineReason: null,
  dynamicFees: [],
  migration: { originalDrawId: null, isPast: false },
  refundDetails: {
    refundTransactionId: null,
    refundNonDuePrincipalAmount: null,
    refundTransactionAmount: null,
  },
  metadata: null,
  timestamps: moments,
};

export const purchaseCreate = {
  externalId: 'card-20417',
  amount: 42.5,
  purchaseDetails: { description: 'Groceries', pointOfSaleType: 'physical', merchantName: 'Corner shop' },
};

export const changed = { ...purchase, difference: null };

export const dispute = {
  id: 'PD-7KQ2-M9XA',
  object: 'purchaseDispute',
  externalId: null,
  displayId: 'PD-7KQ2-M9XA',
  companyId: 'CP-4QXM-81TA',
  loanId: 'LN-7KQ2-M9XA',
  drawId: 'LN-8KQ2-M9XB',
  purchaseId: 'DP-7KQ2-M9XA',
  caseId: null,
  status: 'submitted',
  disputedAmount: 42.5,
  repostedPurchaseId: null,
  acknowledgeByDate: '2026-04-19',
  decideByDate: '2026-06-09',
  metadata: null,
  timestamps: {
    createdAt: '2026-03-20T09:00:00.000000+00:00',
    updatedAt: null,
    submittedAt: '2026-03-20T09:00:00.000000+00:00',
    expiredAt: null,
    wonAt: null,
    lostAt: null,
    withdrawnAt: null,
  },
};

export const won = {
  ...dispute,
  status: 'won',
  timestamps: {
    ...dispute.timestamps,
    updatedAt: '2026-04-02T10:00:00.000000+00:00',
    wonAt: '2026-04-02T10:00:00.000000+00:00',
  },
};
