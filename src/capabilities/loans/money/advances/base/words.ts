// The words of advances of installment loans.

export const advanceStatuses = ['scheduled', 'pending', 'settled', 'canceled'] as const;
export type AdvanceStatus = (typeof advanceStatuses)[number];
