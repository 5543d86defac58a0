// Examples of autopay for the documents.
export const autopayCreate = {
  amountType: 'dueAmount',
  offsetFromDueDate: [0],
  paymentInstrumentId: 'ext-acct-81',
  agreementDocumentId: 'agreement-81',
};

const payment = {
  id: 'AE-5K8W-R3NB',
  object: 'autopayPayment',
  date: '2026-02-15',
  dueDate: '2026-02-15',
  periodId: 'PE-2LM5-Q9RT',
  entryDate: '2026-02-17',
  cancelableUntil: '2026-02-13T20:30:00.000000+00:00',
  paymentType: 'periodicPayment',
  status: 'booked',
  amount: 433.22,
  originalAmount: 433.22,
  principalAmount: 371.6,
  interestAmount: 61.62,
  interestBeforeDiscountAmount: 61.62,
  feesAmount: 0,
  isDeferred: false,
  noticeNeeded: false,
  noticeSentAt: null,
};

export const autopay = {
  id: 'AP-4T7M-W2QX',
  object: 'autopay',
  companyId: 'CP-4WQ1-ZK7M',
  loanId: 'LN-7KQ2-M4XA',
  status: 'active',
  type: 'dueAmount',
  amountType: 'dueAmount',
  extraAmount: null,
  amount: null,
  amountMax: null,
  noticeAbove: 476.55,
  isAlignedToDueDates: true,
  paymentFrequency: null,
  specificDays: null,
  offsetFromDueDate: [0],
  paymentInstrumentId: 'PT-5LM2-Q8RT',
  agreementDocumentId: 'agreement-81',
  paymentAuthorizationId: 'AZ-4T7M-W2QX',
  pauseReason: null,
  cancelReason: null,
  uncoveredDueDate: null,
  uncoveredAmount: null,
  schedule: [payment],
  timestamps: { createdAt: '2026-01-15T15:10:27.104233+00:00', updatedAt: null },
};

export const noticeSent = { amount: 480, sentAt: '2026-02-01T15:10:27.104233+00:00' };

export const announced = { ...autopay, schedule: [{ ...payment, amount: 480, originalAmount: 480 }] };
