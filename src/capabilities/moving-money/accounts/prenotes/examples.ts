export const prenote = {
  object: 'prenote',
  paymentInstrumentId: 'PM-4F7K-9Q2D',
  number: 1,
  status: 'underWay',
  settlesOn: '2027-05-14',
  verifiesOn: '2027-05-19',
  reason: null,
  createdAt: '2027-05-13T18:00:00.000000+00:00',
  endedAt: null,
};
