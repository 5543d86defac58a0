// The words of purchases and disputes.

export const purchaseTypes = ['regular', 'refund', 'cashBack'] as const;
export type PurchaseType = (typeof purchaseTypes)[number];

export const purchaseStatuses = ['authorized', 'pending', 'settled', 'canceled', 'declined', 'disputed'] as const;
export type PurchaseStatus = (typeof purchaseStatuses)[number];

export const disputeStatuses = ['submitted', 'expired', 'won', 'lost', 'withdrawn'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

export const externalIdMax = 50;
