export const create = {
  name: 'Collections',
  accountNumber: '4000001234',
  paymentProviderIds: ['simulator'],
  csv: {
    columns: { date: 'Posted', amount: 'Amount', keys: ['Ref'], text: 'Description', kind: 'Type', balance: 'Balance' },
    dateFormat: 'MM/DD/YYYY',
    returnWords: ['ACH RETURN'],
    feeWords: ['FEE'],
  },
};

export const update = { name: 'Collections, main', feeMaximumAmount: 250 };

export const account = {
  id: 'BA-7KQ2-M9XA',
  object: 'bankAccount',
  companyId: 'CP-4H7K-2MXA',
  name: 'Collections',
  accountNumberLastFour: '1234',
  paymentProviderIds: ['simulator'],
  csv: {
    columns: {
      date: 'Posted',
      amount: 'Amount',
      moneyIn: null,
      moneyOut: null,
      keys: ['Ref'],
      text: 'Description',
      kind: 'Type',
      balance: 'Balance',
    },
    dateFormat: 'MM/DD/YYYY',
    delimiter: ',',
    skipLines: 0,
    decimalMark: '.',
    plus: 'in',
    order: 'oldestFirst',
    returnWords: ['ACH RETURN'],
    feeWords: ['FEE'],
  },
  feeMaximumAmount: 100,
  confirmationsWait: true,
  expectedFrom: '2027-05-13',
  readThrough: '2027-05-18',
  closingAmount: 2359.5,
  createdAt: '2027-05-13T14:00:00.000000+00:00',
  updatedAt: null,
};
