// Examples of hardship tools for the documents.
import { products } from '../../core/products/list.ts';

const [
  {
    examples: { scheduleItem },
  },
] = products;

const shared = {
  companyId: 'CP-4H7K-2MXA',
  loanId: 'LN-7KQ2-M4XA',
  status: 'active',
  effectiveDate: '2026-05-04',
  sendNotice: null,
  createdAt: '2026-05-04T15:00:00.000000+00:00',
  updatedAt: null,
  canceledAt: null,
  deletedAt: null,
};

const canceledFields = {
  status: 'canceled',
  updatedAt: '2026-05-06T15:00:00.000000+00:00',
  canceledAt: '2026-05-06T15:00:00.000000+00:00',
};

const justDone = { schedule: [scheduleItem], difference: null };

export const hardship = {
  id: 'HM-5KX8-W2NB',
  object: 'hardship',
  hardshipType: 'dueDateChange',
  dueDates: null,
  deferTo: null,
  disasterNumber: null,
  dueDatesFrequency: 'monthly',
  specificDays: [28],
  reamortize: null,
  into: null,
  addedPayments: null,
  cancelableUntil: '2026-06-15',
  ...shared,
};
export const changedHardship = { ...hardship, ...justDone, deferredAmount: null };
export const canceledHardship = { ...changedHardship, ...canceledFields };

const onlyTool = { dueDatesFrequency: null, specificDays: null };
export const deferral = {
  ...changedHardship,
  ...onlyTool,
  hardshipType: 'deferral',
  deferredAmount: 432.2,
  dueDates: ['2026-05-15'],
  deferTo: 'end',
  cancelableUntil: '2026-05-15',
};
export const reAge = {
  ...changedHardship,
  ...onlyTool,
  hardshipType: 'reAge',
  into: 'payments',
  addedPayments: 0,
};

export const plan = {
  id: 'CG-5KX8-W2NB',
  object: 'customPaymentPlan',
  externalId: 'plan-20417',
  paymentPlanType: 'fixedAmountAndFees',
  selectedDueDate: '2026-05-15',
  numberOfPeriods: 3,
  amount: 150,
  isExtendLoanDuration: true,
  replacedHardshipIds: [],
  caseId: null,
  ...shared,
};
export const changedPlan = { ...plan, ...justDone };
export const canceledPlan = { ...changedPlan, ...canceledFields };
