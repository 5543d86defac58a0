// The requests of the examples.
export const loanTypeCreate = {
  externalId: 'personal-36',
  name: 'Personal loan',
  cutOffTime: '17:00:00',
  interest: { minRate: 0.05, maxRate: 0.2999, maxAprNominal: 0.36 },
  fees: {
    late: { graceDays: 10, flatAmount: 15, percent: 0.05, rule: 'greater', maxAmount: 30 },
    nsfAmount: 25,
  },
  delinquency: { chargeOffDueWithin: 120 },
};

export const loanTypeUpdate = { delinquency: { chargeOffDueWithin: 180 } };
