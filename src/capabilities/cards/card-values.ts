// The words of cards. The interface names the fields and shows no values: these are the trade's.

export const activities = ['active', 'inactive'] as const;
export type Activity = (typeof activities)[number];

export const cardTypes = ['physical', 'virtual'] as const;
export type CardType = (typeof cardTypes)[number];

/** Whether the number of the card works once or many times. */
export const usageTypes = ['singleUse', 'multiUse'] as const;
export type UsageType = (typeof usageTypes)[number];

export const cardStatuses = ['unactivated', 'active', 'suspended', 'terminated'] as const;
export type CardStatus = (typeof cardStatuses)[number];

/** How far the plastic has come. */
export const fulfillmentStatuses = ['ordered', 'shipped', 'delivered', 'rejected', 'reordered'] as const;
export type FulfillmentStatus = (typeof fulfillmentStatuses)[number];
