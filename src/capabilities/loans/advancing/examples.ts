// Examples of advances for the documents.

export const advance = {
  id: 'LA-5KX8-W2NB',
  object: 'advance',
  externalId: 'milestone-2',
  companyId: 'CP-4H7K-2MXA',
  loanId: 'LN-7KQ2-M4XA',
  status: 'settled',
  amount: 1500,
  originalAmount: 1500,
  advanceDate: '2026-05-04',
  isPlanned: false,
  disbursementId: null,
  cancelReason: null,
  advanceDetails: {
    description: 'Second half of the roof',
    pointOfSaleType: null,
    categoryId: null,
    merchantId: null,
    merchantName: null,
    metadata: null,
  },
  metadata: null,
  timestamps: {
    createdAt: '2026-05-04T15:00:00.000000+00:00',
    updatedAt: null,
    deletedAt: null,
    scheduledAt: null,
    pendingAt: null,
    settledAt: '2026-05-04T15:00:00.000000+00:00',
    canceledAt: null,
  },
};

export const made = { ...advance, difference: null };

export const canceled = {
  ...made,
  status: 'canceled',
  timestamps: {
    ...advance.timestamps,
    updatedAt: '2026-05-05T15:00:00.000000+00:00',
    canceledAt: '2026-05-05T15:00:00.000000+00:00',
  },
};
