// The statuses of a plan, and the words for its amounts.
export const planStatuses = ['active', 'paused', 'canceled'] as const;
export type PlanStatus = (typeof planStatuses)[number];
