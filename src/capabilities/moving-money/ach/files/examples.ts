// The requests of the examples, and what no example brings about.
export const file = {
  id: 'AF-3K7W-Q2XM',
  object: 'achFileUpload',
  companyId: 'CP-2W8D-K4TN',
  fundingAccountId: 'PV-7KQ2-M9XA',
  direction: 'out',
  kind: 'forward',
  state: 'built',
  businessDate: '2027-05-13',
  windowAt: '2027-05-13T20:00:00.000000+00:00',
  fileName: '20270513A-5c1f9d20.ach',
  idModifier: 'A',
  batchCount: 4,
  entryCount: 7,
  entryAddendaCount: 8,
  entryHash: 77000018,
  totalDebitAmount: 2684.51,
  totalCreditAmount: 9.89,
  size: 1900,
  sha256: '5c1f9d2062a7d1d0c9be3d5b1f4d0f6a5e0d5f3c7b2a8e9146d3c0b7a1f2e3d4',
  attempts: 0,
  lastError: null,
  reason: null,
  releasedById: null,
  createdAt: '2027-05-13T20:00:00.000000+00:00',
  releasedAt: null,
  uploadedAt: null,
  expectedBy: null,
  acknowledgedAt: null,
  endedAt: null,
};

export const theVoid = { reason: 'The amounts are those of another month.' };

export const acknowledge = { entryAddendaCount: 8, totalDebitAmount: 2684.51, totalCreditAmount: 9.89 };

export const download = { part: 0 };

/** The answer to it. */
export const content = {
  id: file.id,
  object: 'achFileContent',
  part: 0,
  parts: 1,
  fileContent: '101 11000002619876543212705131605A094101DEMO ODFI BANK         TENOR DEMO LOANS               \n…',
  sha256: file.sha256,
};
