// The account of a line as a table: what happened, what it changed, and the balance after it.

import type { LineRecords, LineStep, LineStepKind, StepPart } from '../../line/records.ts';
import type { LineTerms } from '../../line/terms.ts';
import { dateOf } from '../../values/day.ts';
import { grouped, groupedUnlessZero } from '../amount-text.ts';
import type { Column, Table } from '../report.ts';
import { feeWords } from '../statement.ts';

const columns: readonly Column[] = [
  { title: 'date', side: 'left' },
  { title: 'event', side: 'left' },
  { title: 'draw', side: 'left' },
  { title: 'change', side: 'right' },
  { title: 'fees', side: 'right' },
  { title: 'interest', side: 'right' },
  { title: 'principal', side: 'right' },
  { title: 'credit', side: 'right' },
  { title: 'balance', side: 'right' },
];

/** Amounts that are disputed stay in the balance where they are only held. */
export function accountTable(records: LineRecords, { credit }: LineTerms['disputes']): Table {
  const changes = changesOf(records, credit === 'hold' ? heldAccounts : ownAccounts);
  let balance = 0;
  const rows = records.steps.flatMap((step) => {
    const change = changes.get(keyOf(step)) ?? 0;
    balance += change;
    const signed = change > 0 ? `+${grouped(change)}` : groupedUnlessZero(change);
    const first = [dateOf(step.on), eventText(step, records), step.draw ?? '', signed];
    return [[...first, ...division(step), grouped(balance)], ...partRows(step)];
  });
  return { columns, rows };
}

const keyOf = ({ on, cause }: { readonly on: number; readonly cause: string }): string => `${on} ${cause}`;

const ownAccounts = /^(principal|interest|fees)\.|^customerCredit/;
const heldAccounts = /^(principal|interest|fees)\.|^customerCredit|^disputed@/;

/** By how much each step changes the balance: what is owed, less customer credit. */
function changesOf({ postings }: LineRecords, accounts: RegExp): ReadonlyMap<string, number> {
  const changes = new Map<string, number>();
  for (const posting of postings) {
    if (!accounts.test(posting.account)) continue;
    changes.set(keyOf(posting), (changes.get(keyOf(posting)) ?? 0) + posting.amount);
  }
  return changes;
}

/** Steps that are divided: money that was applied, and what a statement made due. */
const dividedKinds: ReadonlySet<LineStepKind> = new Set([
  'statement',
  'payment',
  'serviceCredit',
  'refund',
  'cashBack',
  'creditUsed',
]);

/** Fees, interest, principal, customer credit. */
function division(step: LineStep): readonly string[] {
  if (!dividedKinds.has(step.kind)) return ['', '', '', ''];
  return [step.fees, step.interest, step.principal, step.over].map(groupedUnlessZero);
}

/** A row for each draw, where more than one has a part. */
function partRows(step: LineStep): readonly (readonly string[])[] {
  if (!dividedKinds.has(step.kind) || step.parts === null) return [];
  const parts = step.parts.map(amountsOf).filter(({ amounts }) => amounts.some((amount) => amount > 0));
  if (parts.length < 2) return [];
  return parts.map(({ draw, amounts }) => ['', '', draw ?? 'the line', '', ...amounts.map(groupedUnlessZero)]);
}

const amountsOf = ({ draw, fees, interest, principal, notDue }: StepPart) => {
  return { draw, amounts: [fees, interest, principal + notDue] };
};

const kindWords: Readonly<Record<LineStepKind, string>> = {
  activation: 'activation',
  migration: 'migration',
  drawActivation: 'draw begins',
  statement: 'statement',
  overdue: 'overdue',
  graceLost: 'grace lost',
  graceRestored: 'grace restored',
  capitalisation: 'capitalised',
  fee: 'fee',
  feeBlocked: 'late fee blocked',
  feeSuspended: 'late fee suspended',
  waiver: 'waiver',
  purchase: 'purchase',
  refund: 'refund',
  cashBack: 'cash back',
  dispute: 'dispute',
  disputeOutcome: 'dispute over',
  payment: 'payment',
  serviceCredit: 'service credit',
  reimbursement: 'reimbursement',
  creditUsed: 'credit used',
  reAge: 're-age',
  acceleration: 'acceleration',
  chargeOff: 'charge-off',
  settled: 'settled',
  paidOff: 'paid off',
};

function eventText({ kind, cause, on }: LineStep, { fees }: LineRecords): string {
  const fee = kind === 'fee' ? fees.find((one) => one.on === on && one.cause === cause) : undefined;
  if (fee !== undefined) return feeWords[fee.type];
  return kind === 'statement' ? `statement ${cause.slice(cause.indexOf(':') + 1)}` : kindWords[kind];
}
