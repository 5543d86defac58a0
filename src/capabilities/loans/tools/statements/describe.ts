// The words of a line of a statement.
import { feeWords } from '@tenor/engine/calc/statement.ts';
import type { Activity, ActivityType } from '@tenor/engine/statement/figures.ts';
import type { PurchaseWords } from './beside.ts';

const words: Readonly<Record<ActivityType, string>> = {
  disbursement: 'Loan amount',
  advance: 'Advance',
  purchase: 'Purchase',
  cashAdvance: 'Cash advance',
  balanceTransfer: 'Balance transfer',
  payment: 'Payment, thank you',
  paymentReversal: 'Payment returned',
  credit: 'Credit',
  creditReversal: 'Credit taken back',
  refund: 'Refund',
  cashBack: 'Cash back',
  feeWaiver: 'Fee waived',
  dispute: 'Amount in dispute',
  reimbursement: 'Paid back to you',
  interest: 'Interest charged',
  fee: 'Fee',
  adjustment: 'Adjustment',
};

/** What was said of a purchase comes first. */
export function describe({ type, feeType }: Activity, purchase: PurchaseWords | undefined): string {
  if (feeType !== null) return capitalised(feeWords[feeType]);
  return purchase?.description ?? purchase?.merchantName ?? words[type];
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
