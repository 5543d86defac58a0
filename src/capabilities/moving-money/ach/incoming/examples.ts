// The request of the example, and what no example brings about.
export const received = {
  fileName: 'RETURNS-20270518.ach',
  content: '101 1987654321 1100000262705180610A094101TENOR DEMO LOANS       DEMO ODFI BANK\n',
};

export const reading = {
  id: 'AF-7K2M-Q4XA',
  object: 'achReading',
  companyId: 'CP-4H7K-2MXA',
  paymentProviderId: 'PV-5D8L-W3ZB',
  state: 'read',
  waitsFor: null,
  fileName: 'RETURNS-20270518.ach',
  isFetched: false,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  bytes: 950,
  entriesDone: 2,
  taken: 2,
  known: 0,
  breaks: 0,
  problem: null,
  line: null,
  column: null,
  receivedAt: '2027-05-18T10:20:00.000000+00:00',
  readAt: '2027-05-18T10:20:01.000000+00:00',
};
