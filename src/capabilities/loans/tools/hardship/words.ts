// The words of hardship tools.

/** A row is never `completed`: that is what an active one has become once nothing of it is to come. */
export const hardshipStatuses = ['active', 'completed', 'canceled', 'replaced'] as const;
export type HardshipStatus = (typeof hardshipStatuses)[number];

export const deferredTo = ['end', 'lastPayment'] as const;

export const planTypes = ['fixedAmountAndFees'] as const;
