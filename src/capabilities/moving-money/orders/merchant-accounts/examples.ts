// The requests of the examples.
export const accountReplace = {
  routingNumber: '110000013',
  accountNumber: '900000000017',
  accountType: 'checking',
  accountHolderName: 'Lakeside Dental',
};
