export const create = {
  content: [
    'Posted,Amount,Ref,Description,Type,Balance',
    '01/30/2026,-313.12,RET-0130,Returned item,ACH RETURN,2361.50',
    '01/30/2026,-2.00,,Return fee,FEE,2359.50',
    '',
  ].join('\n'),
  fileName: 'bank-0130.csv',
};

export const statement = {
  id: 'BK-3R8N-W5TX',
  object: 'bankStatement' as const,
  companyId: 'CP-4H7K-2MXA',
  bankAccountId: 'BA-7KQ2-M9XA',
  fileName: 'bank-0130.csv',
  hash: '7c9e6f0a1d2b3c4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6',
  through: '2026-01-30',
  openingAmount: 2674.62,
  closingAmount: 2359.5,
  lineCount: 2,
  matchedCount: 2,
  readByType: 'key' as const,
  readById: 'AK-7KQ2-M9XA',
  readAt: '2026-02-02T12:00:00.000000+00:00',
};

export const line = {
  id: '0197c8f2-5b1e-7c40-9a66-2f3d6f0d8a11',
  object: 'bankLine' as const,
  bankStatementId: statement.id,
  line: 2,
  day: '2026-01-30',
  amount: -313.12,
  kind: 'return' as const,
  keys: ['RET-0130'],
  matchedBy: 'key' as const,
};

export const item = {
  id: '0197c8f2-5b1e-7c40-9a66-2f3d6f0d8a12',
  object: 'expectedItem' as const,
  bankAccountId: statement.bankAccountId,
  paymentProviderId: 'PV-1A2B-3C4D',
  kind: 'payment' as const,
  day: '2026-02-02',
  amount: 125.5,
  keys: ['TX-8N3W-T5YB.1', 'TX-8N3W-T5YB'],
  group: 'PV-1A2B-3C4D 2026-02-02 in',
};

export const content = {
  id: statement.id,
  object: 'bankStatementContent' as const,
  fileName: statement.fileName,
  content: create.content,
};

export const page = {
  id: statement.id,
  object: 'bankStatementPage' as const,
  text: 'RECONCILIATION OF THE BANK WITH THE CASH BOOK\n\nAccount …1234, through 2026-01-30\n',
};
