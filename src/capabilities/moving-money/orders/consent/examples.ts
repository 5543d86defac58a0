// The examples of the description; a test checks each against its schema.
const at = '2026-03-02T14:05:09.120344+00:00';

export const authorization = {
  id: 'AZ-4T7M-W2QX',
  object: 'paymentAuthorization',
  companyId: 'CP-2W8D-K4TN',
  personId: 'BO-3M8K-Q7TZ',
  loanId: 'LN-7T2X-P5QG',
  paymentInstrumentId: 'PT-5K8W-R3NB',
  accountLastFour: '6789',
  channel: 'phone',
  secCode: 'TEL',
  kind: 'single',
  terms: { amountMax: 120.5, rule: null, from: '2026-03-02', until: null },
  agreementDocumentId: null,
  textHash: null,
  textVersion: '2026-02',
  language: 'en-US',
  givenAt: at,
  givenByType: 'key',
  givenById: 'AK-6W2P-X9DT',
  authenticatedBy: 'recording',
  ipAddress: null,
  device: null,
  recordingId: 'call-20260302-17',
  stoppedDates: [],
  revokedAt: null,
  revokedByType: null,
  revokedById: null,
  revokedReason: null,
  createdAt: at,
  updatedAt: null,
};

export const authorizationRevoke = { reason: 'asked by telephone' };
const revokedAt = '2026-03-03T10:00:00.000000+00:00';
export const revokedAuthorization = {
  ...authorization,
  revokedAt,
  revokedByType: 'key',
  revokedById: 'AK-6W2P-X9DT',
  revokedReason: 'asked by telephone',
  updatedAt: revokedAt,
};
