// The requests of the examples.
export const authorizationRevoke = { reason: 'asked by telephone' };
