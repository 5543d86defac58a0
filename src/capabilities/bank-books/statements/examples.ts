// The requests of the examples, and what no example brings about.
export const create = {
  content: [
    'Posted,Amount,Ref,Description,Type,Balance',
    '01/30/2026,-313.12,RET-0130,Returned item,ACH RETURN,2361.50',
    '01/30/2026,-2.00,,Return fee,FEE,2359.50',
    '',
  ].join('\n'),
  fileName: 'bank-0130.csv',
};

export const item = {
  id: '0197c8f2-5b1e-7c40-9a66-2f3d6f0d8a12',
  object: 'expectedItem',
  bankAccountId: 'BA-7KQ2-M9XA',
  paymentProviderId: 'PV-1A2B-3C4D',
  kind: 'payment',
  day: '2026-02-02',
  amount: 125.5,
  keys: ['TX-8N3W-T5YB.1', 'TX-8N3W-T5YB'],
  group: 'PV-1A2B-3C4D 2026-02-02 in',
};
