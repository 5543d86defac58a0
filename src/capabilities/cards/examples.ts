// The requests of the examples.
export const cardCreate = {
  externalId: 'card-81',
  type: 'physical',
  cardDetails: {
    fulfillmentStatus: 'ordered',
    usageType: 'multiUse',
    expirationMonth: 8,
    expirationYear: 2099,
    network: 'visa',
    firstName: 'Ada',
    lastName: 'Lovelace',
    nickname: 'Blue card',
    address: { addressLine1: '12 Main St', city: 'Indianapolis', state: 'IN', postalCode: '46204' },
    pan: '4111 1111 1111 1111',
    cvvNumber: '123',
  },
};

export const cardUpdate = { cardDetails: { status: 'active', fulfillmentStatus: 'delivered' } };
