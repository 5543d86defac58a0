// The requests of the examples.
export const paymentCreate = { type: 'oneTime', amount: 110, isExternal: true };
