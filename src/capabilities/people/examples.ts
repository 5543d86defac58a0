// The requests of the examples.

export const borrowerCreate = {
  borrowerType: 'person',
  externalId: 'crm-20417',
  name: { firstName: 'Ada', lastName: 'Lovelace' },
  dateOfBirth: '1990-12-10',
  identity: { identityType: 'SSN', value: '123-45-6789', issuingCountry: 'US' },
  metaData: { branch: 'north' },
};

export const contactCreate = {
  contactType: 'phone',
  label: 'personal',
  affiliation: 'self',
  status: 'primary',
  value: '(317) 555-1212',
  receiveTextMessages: true,
};

const importLine = {
  person: { externalId: 'B-2001', name: { firstName: 'Ada', lastName: 'Lovelace' }, dateOfBirth: '1990-12-10' },
  contacts: [contactCreate],
};

export const importLines = `${JSON.stringify(importLine)}\n`;
