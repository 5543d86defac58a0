// The account of a loan as a table: one line for every booking and payment, with the balances after it.

import type { BookedFee, Records, Step, StepKind } from '../account/records.ts';
import type { FeeType } from '../account/terms.ts';
import { dateOf } from '../values/day.ts';
import { grouped, groupedUnlessZero, shortDollars } from './amount-text.ts';
import type { Column, Table } from './report.ts';

const columns: readonly Column[] = [
  { title: 'date', side: 'left' },
  { title: 'event', side: 'left' },
  { title: 'paid', side: 'right' },
  { title: 'fees', side: 'right' },
  { title: 'interest', side: 'right' },
  { title: 'principal', side: 'right' },
  { title: 'credit', side: 'right' },
  { title: 'fees\nopen', side: 'right' },
  { title: 'instalments\nopen', side: 'right' },
  { title: 'principal\nowed', side: 'right' },
  { title: 'accrued,\nnot due', side: 'right' },
];

/** `basis` is that of the day count: basis and scale of the rates give the denominator for parts of a cent. */
export function statement({ steps, fees }: Records, basis: number): Table {
  const shown = steps.map(withEnd).filter(({ kind }) => !quietKinds.has(kind));
  return { columns, rows: shown.map((step) => rowOf(step, fees, basis)) };
}

/** They change no amount, so only programs see them. */
const quietKinds: ReadonlySet<StepKind> = new Set(['overdue', 'paidOff']);

/** Paying off leaves nothing: the last fraction of a cent is forgone and is not shown as accrued. */
function withEnd(step: Step, i: number, steps: readonly Step[]): Step {
  const next = steps[i + 1];
  return next?.kind === 'paidOff' ? { ...step, after: next.after } : step;
}

function rowOf(step: Step, fees: readonly BookedFee[], basis: number): readonly string[] {
  const { after } = step;
  const feesHere = fees.filter(({ on, cause }) => on === step.on && cause === step.cause);
  const own = ownCells(step, feesHere);
  return [
    dateOf(step.on),
    eventText(step, feesHere),
    ...own,
    groupedUnlessZero(step.over),
    grouped(after.fees),
    grouped(after.instalments),
    grouped(after.principal),
    shortDollars(after.accrued, after.scale * basis),
  ];
}

const moneyKinds: ReadonlySet<StepKind> = new Set(['payment', 'serviceCredit', 'refund', 'creditUsed']);
const bookedKinds: ReadonlySet<StepKind> = new Set([
  'activation',
  'migration',
  'due',
  'fee',
  'advance',
  'acceleration',
]);

/** Steps whose kind is also the kind of a fact. */
const factKinds: ReadonlySet<StepKind> = new Set([
  'payment',
  'serviceCredit',
  'refund',
  'reimbursement',
  'waiver',
  'advance',
]);

/** Paid, fees, interest, principal. */
function ownCells(step: Step, feesHere: readonly BookedFee[]): readonly string[] {
  const booked = (amount: number): string => (amount === 0 ? '' : `+${grouped(amount)}`);
  if (step.kind === 'feeBlocked' || step.kind === 'feeSuspended') return ['', '', '', ''];
  if (step.kind === 'capitalisation') {
    return ['', groupedUnlessZero(step.fees), groupedUnlessZero(step.interest), booked(step.interest + step.fees)];
  }
  if (step.kind === 'reimbursement') return [grouped(-step.amount), '', '', booked(-step.principal)];
  if (moneyKinds.has(step.kind)) return [step.amount, step.fees, step.interest, step.principal].map(grouped);
  if (!bookedKinds.has(step.kind)) return ['', ...[step.fees, step.interest, step.principal].map(groupedUnlessZero)];
  // Fees that come due were shown when they were booked. Fees booked together with the instalment were not.
  const comesDue = step.kind === 'due' || step.kind === 'acceleration';
  const fees = comesDue ? feesHere.reduce((total, fee) => total + fee.amount, 0) : step.fees;
  if (step.kind === 'due') return ['', booked(fees), `+${grouped(step.interest)}`, `+${grouped(step.principal)}`];
  return ['', booked(fees), booked(step.interest), booked(step.principal)];
}

const kindWords: Readonly<Record<StepKind, string>> = {
  activation: 'activation',
  migration: 'migration',
  due: 'due',
  overdue: 'overdue',
  capitalisation: 'capitalised',
  fee: 'fee',
  feeBlocked: 'late fee blocked',
  feeSuspended: 'late fee suspended',
  waiver: 'waiver',
  payment: 'payment',
  serviceCredit: 'service credit',
  refund: 'refund',
  reimbursement: 'reimbursement',
  creditUsed: 'credit used',
  advance: 'advance',
  reAge: 're-aged',
  acceleration: 'acceleration',
  chargeOff: 'charge-off',
  settled: 'settled',
  paidOff: 'paid off',
};

export const feeWords: Readonly<Record<FeeType, string>> = {
  origination: 'origination fee',
  draw: 'draw fee',
  service: 'service fee',
  membership: 'membership fee',
  late: 'late fee',
  nsf: 'returned-item fee',
  modification: 'modification fee',
  foreignTransaction: 'foreign-transaction fee',
  purchase: 'purchase fee',
  adHoc: 'fee',
};

function eventText({ kind, cause }: Step, feesHere: readonly BookedFee[]): string {
  const named = cause.slice(cause.indexOf(':') + 1);
  if (kind === 'fee') return feesHere[0] === undefined ? 'fee' : feeWords[feesHere[0].type];
  if (kind === 'due' || kind === 'capitalisation') return `${kindWords[kind]} ${named}`;
  // The id is shown when a person chose it. An id that was made from the kind says nothing more than the kind.
  const isOwnId = factKinds.has(kind) && !named.startsWith(`${kind}-`);
  return isOwnId ? `${kindWords[kind]} ${named}` : kindWords[kind];
}
