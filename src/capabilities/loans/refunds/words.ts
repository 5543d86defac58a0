// The words of refunds on installment loans.

export const refundStatuses = ['succeeded', 'canceled'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** By whom each is known to the engine: the first three bear the interest and the fees that were paid. */
export const atFault = {
  loanOwner: 'lender',
  loanServicer: 'servicer',
  merchant: 'merchant',
  borrower: 'other',
  other: 'other',
} as const;
export type AtFaultParty = keyof typeof atFault;
export const atFaultParties = Object.keys(atFault) as [AtFaultParty, ...AtFaultParty[]];
