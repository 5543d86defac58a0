export const accountReplace = {
  routingNumber: '110000013',
  accountNumber: '900000000017',
  accountType: 'checking',
  accountHolderName: 'Lakeside Dental',
};

export const account = {
  object: 'merchantAccount',
  companyId: 'CP-4H7K-2MXA',
  merchantId: 'MR-4J7C-Z2QV',
  routingNumber: '110000013',
  accountNumberLastFour: '0017',
  accountType: 'checking',
  accountHolderName: 'Lakeside Dental',
  createdAt: '2026-01-02T17:00:00.000000+00:00',
  changedAt: '2027-03-16T14:05:09.120344+00:00',
  approvedAt: null,
};
