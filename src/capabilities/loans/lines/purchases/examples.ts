// The requests of the examples.
export const purchaseCreate = {
  externalId: 'card-20417',
  amount: 42.5,
  purchaseDetails: { description: 'Groceries', pointOfSaleType: 'physical', merchantName: 'Corner shop' },
};
