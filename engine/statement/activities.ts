// The lines of a statement, and their sums, from what the ledger posted: whatever changed what is owed is in one of them.

import type { BookedFee, Posting } from '../account/records.ts';
import type { FeeType } from '../account/terms.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import type { Activity, ActivityType, Bridge } from './figures.ts';

/** What both products leave behind of a period. */
interface PeriodRecords {
  readonly postings: readonly Posting[];
  readonly steps: readonly {
    readonly on: Day;
    readonly cause: string;
    readonly kind: string;
    readonly draw?: string | null;
  }[];
  readonly fees: readonly (BookedFee & { readonly draw?: string | null })[];
}

interface Reading {
  /** With it amounts in dispute stay in the balance. */
  readonly isDisputeHeld?: boolean;
  /** The line on which a purchase is listed, by its draw. */
  readonly purchaseOn?: (draw: string | null) => ActivityType;
}

const typeOfKind: Readonly<Record<string, ActivityType>> = {
  activation: 'disbursement',
  drawActivation: 'disbursement',
  advance: 'advance',
  payment: 'payment',
  serviceCredit: 'credit',
  statement: 'credit',
  paidOff: 'credit',
  settled: 'credit',
  refund: 'refund',
  cashBack: 'cashBack',
  waiver: 'feeWaiver',
  dispute: 'dispute',
  disputeOutcome: 'dispute',
  reimbursement: 'reimbursement',
};

/** What changed the balance, and by how much it was more when the books began with it. */
interface Listed {
  readonly activities: readonly Activity[];
  readonly takenOver: number;
}

export function listActivities(records: PeriodRecords, reading: Reading = {}): Listed {
  const activities: Activity[] = [];
  let takenOver = 0;
  const feesOf = Map.groupBy(records.fees, keyOf);
  const postingsOf = Map.groupBy(records.postings, keyOf);
  for (const step of records.steps) {
    const { on, cause, kind } = step;
    const change = changeOf(postingsOf.get(keyOf(step)) ?? [], reading);
    if (kind === 'migration') {
      takenOver += change.balance;
      continue;
    }
    const draw = step.draw ?? null;
    const add = (type: ActivityType, amount: number, more: Partial<Activity> = {}): void => {
      if (amount !== 0) activities.push({ on, type, amount: amount as Cents, cause, draw, feeType: null, ...more });
    };
    const ofKind = kind === 'purchase' ? reading.purchaseOn?.(draw) : typeOfKind[kind];
    add(ofKind ?? 'adjustment', change.balance - change.interest - change.fees);
    add('interest', change.interest);
    let fees = 0;
    for (const fee of feesOf.get(keyOf({ on, cause: kind === 'activation' ? 'origination' : cause })) ?? []) {
      fees += fee.amount;
      add('fee', fee.amount, { draw: fee.draw ?? draw, feeType: fee.type });
    }
    add('adjustment', change.fees - fees);
  }
  return { activities, takenOver };
}

const keyOf = ({ on, cause }: { readonly on: Day; readonly cause: string }): string => `${on} ${cause}`;

const owed = /^(principal|interest|fees)\.|^customerCredit$/;

/** By how much more is owed after the entry, and how much of that is income of the lender. */
function changeOf(postings: readonly Posting[], { isDisputeHeld = false }: Reading) {
  const change = { balance: 0, interest: 0, fees: 0 };
  for (const { account, amount } of postings) {
    if (owed.test(account) || (isDisputeHeld && account.startsWith('disputed@'))) change.balance += amount;
    else if (account === 'interestIncome') change.interest -= amount;
    else if (account.startsWith('feeIncome.')) change.fees -= amount;
  }
  return change;
}

/** Each sum of a statement, from its lines. */
export function bridgeOf(previousBalance: number, activities: readonly Activity[]): Bridge {
  const sum = (...types: readonly ActivityType[]): number =>
    activities.reduce((all, { type, amount }) => (types.includes(type) ? all + amount : all), 0);
  const less = (...types: readonly ActivityType[]): number => 0 - sum(...types);
  const bridge = {
    previousBalance,
    payments: less('payment'),
    paymentReversals: sum('paymentReversal'),
    credits: less('credit', 'feeWaiver'),
    creditReversals: sum('creditReversal'),
    refunds: less('refund', 'cashBack'),
    adjustments: sum('adjustment', 'dispute'),
    purchases: sum('purchase'),
    cashAdvances: sum('cashAdvance'),
    balanceTransfers: sum('balanceTransfer'),
    lent: sum('disbursement', 'advance'),
    reimbursements: sum('reimbursement'),
    interest: sum('interest'),
    fees: sum('fee'),
    newBalance: activities.reduce((all, { amount }) => all + amount, previousBalance),
  };
  return bridge as Bridge;
}

/** The fees of the period by their type, in the order of the first of each. */
export function feesByType(activities: readonly Activity[]): { readonly type: FeeType; readonly amount: Cents }[] {
  const sums = new Map<FeeType, number>();
  for (const { feeType, amount } of activities)
    if (feeType !== null) sums.set(feeType, (sums.get(feeType) ?? 0) + amount);
  return [...sums].map(([type, amount]) => ({ type, amount: amount as Cents }));
}

/** What payments have paid. */
export function paidIn(steps: readonly (Paid & { readonly kind: string })[]): Paid {
  const paid = { principal: 0, interest: 0, fees: 0 };
  for (const { kind, principal, interest, fees } of steps) {
    if (kind !== 'payment') continue;
    paid.principal += principal;
    paid.interest += interest;
    paid.fees += fees;
  }
  return paid as Paid;
}

interface Paid {
  readonly principal: Cents;
  readonly interest: Cents;
  readonly fees: Cents;
}
