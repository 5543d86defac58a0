// Examples of obligations, fees and rates for the documents.

export const obligation = {
  id: 'OB-6RV2-K1PD',
  object: 'obligation',
  obligationType: 'instalment',
  periodId: 'PE-2LM5-Q9RT',
  dueDate: '2026-04-15',
  obligationAmount: 432.2,
  fulfilledAmount: 200,
  remainingAmount: 232.2,
  paymentsAmount: 200,
  serviceCreditsAmount: 0,
  overpaymentsAmount: 0,
  capitalizedAmount: 0,
  unassignedAmount: 0,
  overLimitAmount: 0,
  isFulfilled: false,
  isOverdue: true,
  isOpen: false,
  isLateFeeBlockedByPyramidingConfig: false,
  loanGracePeriod: null,
  gracePeriod: [],
  migration: null,
  createdAt: '2026-04-15T04:00:00.000000+00:00',
  updatedAt: '2026-04-16T04:00:00.000000+00:00',
  deletedAt: null,
};

export const obligations = {
  isLocked: false,
  isOverdue: true,
  overdueAmount: 232.2,
  daysOverdue: 3,
  obligations: [obligation],
};

export const loanFee = {
  id: 'LF-8DN4-W2XB',
  object: 'loanFee',
  loanId: 'LN-7KQ2-M4XA',
  drawId: null,
  feeTypeId: 'FT-7B3M-W9KC',
  feeType: 'lateFee',
  apiName: 'lateFee',
  displayName: 'Late fee',
  amount: 25,
  openAmount: 25,
  paidAmount: 0,
  waivedAmount: 0,
  capitalizedAmount: 0,
  chargedOffAmount: 0,
  chargeDate: '2026-04-26',
  status: 'open',
};

export const feeCanceled = { ...loanFee, openAmount: 0, waivedAmount: 25, status: 'canceled' };
export const canceledFee = { ...feeCanceled, difference: null };
export const changedFee = { ...loanFee, amount: 10, openAmount: 10, difference: null };

export const addedFee = { ...loanFee, warnings: [], difference: null };

export const loanRate = {
  id: 'RA-2K8P-D4XN',
  object: 'loanRate',
  drawId: null,
  rateType: 'interestRate',
  interestType: 'absolute',
  annualRate: 0.0999,
  effectiveDate: '2026-04-01',
  endDate: null,
  isInForce: true,
};
