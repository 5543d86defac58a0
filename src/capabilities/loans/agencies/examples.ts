// Examples of the collection agency of a loan for the documents.

export const agency = {
  id: 'CL-4J7C-Z2QV',
  object: 'collectionAgency',
  externalId: 'agency-7',
  companyId: 'CP-4H7K-2MXA',
  legalName: 'White River Recovery LLC',
  contactPhone: '+13175550144',
  contactEmail: 'cases@whiteriver.example',
  mailingAddress: null,
  servicedBy: 'debtCollectionAgency',
  assignmentId: 'CY-5KX8-W2NB',
  loanId: 'LN-7KQ2-M4XA',
  assignedAt: '2026-05-04T15:00:00.000000+00:00',
};

export const assignment = {
  id: 'CY-5KX8-W2NB',
  object: 'collectionAgencyAssignment',
  companyId: 'CP-4H7K-2MXA',
  collectionAgencyId: 'CL-4J7C-Z2QV',
  loanId: 'LN-7KQ2-M4XA',
  mainBorrowerId: 'BO-9XK3-T2WA',
  assignedAt: '2026-05-04T15:00:00.000000+00:00',
  unassignedAt: null,
  servicedBy: null,
};

export const ended = { ...assignment, unassignedAt: '2026-08-04T15:00:00.000000+00:00', servicedBy: 'creditor' };

export const held = { ...assignment, loanExternalId: null, loanStatus: 'chargedOff' };
