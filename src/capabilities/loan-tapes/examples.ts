// What examples send.
export const cancelExample = { state: 'canceled' };
