export const moneyBreak = {
  id: 'BR-4T6N-X8QW',
  object: 'moneyBreak' as const,
  companyId: 'CP-4H7K-2MXA',
  kind: 'theirsNotOurs' as const,
  status: 'open' as const,
  amount: 300,
  detail: 'The bank has what we do not know: 300.00 on 2026-01-30, line 4 of BK-3R8N-W5TX.',
  since: '2026-01-30',
  ageBankingDays: 1,
  isReported: false,
  bankAccountId: 'BA-7KQ2-M9XA',
  bankStatementId: 'BK-3R8N-W5TX',
  bankLineId: '0197c8f2-5b1e-7c40-9a66-2f3d6f0d8a11',
  personId: null,
  ownerId: null,
  candidates: [],
  proposal: null,
  proposedByType: null,
  proposedById: null,
  resolution: null,
  foundAt: '2026-02-02T12:00:00.000000+00:00',
  askedAt: null,
  resolvedAt: null,
  updatedAt: null,
};

const later = '2026-02-02T15:00:00.000000+00:00';

export const update = { ownerId: null };
export const updated = { ...moneyBreak, updatedAt: later };

export const ask = { note: 'called the bank, case 20417' };
export const asked = { ...moneyBreak, status: 'asked' as const, askedAt: later, updatedAt: later };

export const attach = { groups: ['PV-1A2B-3C4D 2026-01-29 in'], feeAmount: 8.75 };
export const attached = {
  ...moneyBreak,
  status: 'resolved' as const,
  resolution: 'attached',
  resolvedAt: later,
  updatedAt: later,
};

export const propose = { by: 'writeOff', reason: 'an interest payment of the bank' };
export const proposed = {
  ...moneyBreak,
  status: 'proposed' as const,
  proposal: { by: 'writeOff' as const, reason: propose.reason, reference: null, transactionId: null },
  proposedByType: 'user' as const,
  proposedById: 'UR-2P9W-C4HZ',
  updatedAt: later,
};

export const decision = { note: 'seen on the page of the bank' };
export const approved = { ...proposed, status: 'resolved' as const, resolution: 'writeOff', resolvedAt: later };
export const rejected = { ...moneyBreak, updatedAt: later };

export const step = {
  id: '0197c8f2-5b1e-7c40-9a66-2f3d6f0d8a13',
  object: 'moneyBreakStep' as const,
  moneyBreakId: moneyBreak.id,
  did: 'propose' as const,
  note: propose.reason,
  byType: 'user' as const,
  byId: 'UR-2P9W-C4HZ',
  at: later,
};
