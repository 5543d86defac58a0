// The words of settlements.

export const settlementStatuses = ['offered', 'accepted', 'kept', 'broken', 'canceled', 'expired'] as const;
export type SettlementStatus = (typeof settlementStatuses)[number];
