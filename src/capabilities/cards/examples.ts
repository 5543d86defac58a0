// The examples of the description; a test checks each against its schema.
const at = '2026-03-02T14:05:09.120344+00:00';

const address = {
  addressLine1: '12 Main St',
  addressLine2: null,
  city: 'Indianapolis',
  countyOrRegion: null,
  state: 'IN',
  postalCode: '46204',
  country: 'US',
  POBox: null,
};

const cardDetails = {
  status: 'unactivated',
  fulfillmentStatus: 'ordered',
  cardNumberLastFour: '1111',
  usageType: 'multiUse',
  expirationMonth: 8,
  expirationYear: 2099,
  network: 'visa',
  firstName: 'Ada',
  lastName: 'Lovelace',
  nickname: 'Blue card',
  address,
};

export const card = {
  id: 'CD-6M2W-K9QX',
  object: 'card',
  externalId: 'card-81',
  companyId: 'CP-2W8D-K4TN',
  personId: 'BO-3M8K-Q7TZ',
  loanId: 'LN-4D7P-X2VC',
  issuerId: null,
  token: null,
  type: 'physical',
  cardDetails,
  createdAt: at,
  updatedAt: null,
  deletedAt: null,
};

const { cardNumberLastFour: _lastFour, status: _status, ...sent } = cardDetails;
const sentAddress = { addressLine1: '12 Main St', city: 'Indianapolis', state: 'IN', postalCode: '46204' };

export const cardCreate = {
  externalId: 'card-81',
  type: 'physical',
  cardDetails: { ...sent, address: sentAddress, pan: '4111 1111 1111 1111', cvvNumber: '123' },
};

export const cardUpdate = { cardDetails: { status: 'active', fulfillmentStatus: 'delivered' } };
export const changedCard = {
  ...card,
  cardDetails: { ...cardDetails, ...cardUpdate.cardDetails },
  updatedAt: '2026-03-09T09:00:00.000000+00:00',
};
