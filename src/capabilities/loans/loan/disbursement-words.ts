// The words of money that the service pays out for a loan.

export const disbursementKinds = ['proceeds', 'purchase', 'advance'] as const;
export type DisbursementKind = (typeof disbursementKinds)[number];

export const disbursementStatuses = ['waiting', 'initiated', 'pending', 'succeeded', 'failed', 'canceled'] as const;
export type DisbursementStatus = (typeof disbursementStatuses)[number];

export const receivers = ['borrower', 'merchant'] as const;
export type Receiver = (typeof receivers)[number];
