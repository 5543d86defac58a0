// The requests of the examples.
export const autopayCreate = {
  amountType: 'dueAmount',
  offsetFromDueDate: [0],
  paymentInstrumentId: 'ext-acct-81',
};

export const noticeSent = { amount: 480, sentAt: '2026-02-01T15:10:27.104233+00:00' };
