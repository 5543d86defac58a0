export const balance = {
  id: 'FB-1A2B-3C4D',
  object: 'fundingAccountBalance' as const,
  companyId: 'CP-1A2B-3C4D',
  fundingAccountId: 'PV-1A2B-3C4D',
  asOf: '2027-05-18T21:00:00.000000+00:00',
  ledgerAmount: 2359.5,
  availableAmount: 2349.61,
  reservedAmount: 9.89,
  requiredAmount: 125.25,
  shortfallAmount: 0,
  status: 'sufficient' as const,
  source: 'provider' as const,
  collectionsInTransitAmount: 313.12,
  returnsPayableAmount: 0,
  disputedAmount: 0,
  unidentifiedAmount: 0,
  readUntil: '2027-05-18T21:00:00.000000+00:00',
};

export const proof = {
  id: 'PF-1A2B-3C4D',
  object: 'dailyProof' as const,
  companyId: 'CP-1A2B-3C4D',
  fundingAccountBalanceId: 'FB-1A2B-3C4D',
  number: 12,
  day: '2027-05-18',
  isClean: false,
  findings: [
    { kind: 'amount', count: 1, amount: 99.99, says: 'A provider or the bank tells something else than we know.' },
  ],
  balances: [
    { account: 'CT', amount: 313.12 },
    { account: 'LC', amount: -2672.62 },
    { account: 'PR', amount: 2359.5 },
  ],
  provedAt: '2027-05-18T21:00:00.000000+00:00',
};
