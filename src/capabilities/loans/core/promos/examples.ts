// Examples of promo programs for the documents.

const agreed = {
  id: 'PG-4C8N-X1RW',
  externalId: 'PROMO-1',
  promoTypeId: 'PY-3K8M-Q5ZT',
  status: 'active',
  promoStartDate: '2026-01-10',
  promoEndDate: '2026-07-12',
  promoDurationDays: 184,
  promoGracePeriodDays: 0,
  sacDisqualifyOverdueDays: null,
  metaData: null,
};

export const promoProgram = {
  ...agreed,
  object: 'promoProgram',
  loanId: 'LN-7KQ2-M4XA',
  drawId: null,
  programType: 'reducedRate',
  promoRate: 0.05,
  isInForce: true,
  outcome: null,
  lostOn: null,
  createdAt: '2026-01-10T15:00:00.000000+00:00',
  updatedAt: '2026-01-10T15:00:00.000000+00:00',
  deletedAt: null,
};

export const promoProgramCreate = { promoTypeId: 'ext-half-a-year', externalId: 'PROMO-1' };

export const promoProgramUpdate = { promoDurationDays: 365 };
export const changedProgram = {
  ...promoProgram,
  promoDurationDays: 365,
  promoEndDate: '2027-01-09',
  difference: null,
};
