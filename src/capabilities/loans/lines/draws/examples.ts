// The requests of the examples.
export const drawCreate = {
  status: 'originated',
  externalId: 'D-2001',
  nickname: 'Purchases',
  atOrigination: { interestRates: [{ rate: 0.1999 }], creditLimitAmount: 2000 },
};
