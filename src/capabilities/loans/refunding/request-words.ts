export const requestStatuses = ['open', 'fulfilled', 'lapsed'] as const;
export type RequestStatus = (typeof requestStatuses)[number];
