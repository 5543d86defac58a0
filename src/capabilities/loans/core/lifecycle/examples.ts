// The request of the example of a new loan; tools for many loans send it too.
export const loanCreate = {
  loanTypeId: 'ext-installment',
  status: 'originated',
  externalId: 'L-1001',
  atOrigination: {
    amountFinanced: 4800,
    interestRates: [{ rate: 0.1499 }],
    paymentFrequency: 'monthly',
    specificDays: [15],
    duration: 12,
  },
};
