// The requests of the examples.
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
