// The words of promises to pay.

export const promiseStatuses = ['scheduled', 'active', 'kept', 'broken', 'canceled'] as const;
export type PromiseStatus = (typeof promiseStatuses)[number];
