// Waives a fee: its open part is credited, in whichever bucket it is.

import type { FactOf } from './facts.ts';
import { book, bucketOf, feeAccount, transfer } from './ledger.ts';
import type { Loan, Moot } from './loan.ts';
import type { Fee } from './records.ts';

export function waive(loan: Loan, fact: FactOf<'waiver'>): Moot {
  const p = loan.position;
  let rest = fact.amount ?? Number.MAX_SAFE_INTEGER;
  for (const o of p.obligations) {
    for (const fee of o.fees) if (fee.key === fact.fee) rest -= waiveOpen(loan, fee, bucketOf(o), rest);
  }
  for (const fee of p.waiting) if (fee.key === fact.fee) rest -= waiveOpen(loan, fee, 'notDue', rest);
  p.waiting = p.waiting.filter(({ open }) => open > 0);
  if (p.spread?.key === fact.fee) {
    const waived = Math.min(rest, p.spread.open);
    p.spread.open -= waived;
    transfer(loan, feeAccount.origination.notDue, 'waivedFees', waived);
    loan.entry.fees += waived;
  }
  const { fees } = loan.entry;
  if (fees === 0) return 'no part of this fee is open';
  book(loan, fact.on, 'waiver', `waiver:${fact.id}`, fees);
}

function waiveOpen(loan: Loan, fee: Fee, bucket: 'notDue' | 'due' | 'overdue', rest: number): number {
  const waived = Math.min(rest, fee.open);
  fee.open -= waived;
  transfer(loan, feeAccount[fee.type][bucket], 'waivedFees', waived);
  loan.entry.fees += waived;
  return waived;
}
