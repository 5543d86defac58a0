// The account of a loan: one line for everything that was booked or paid, and how the loan stood after it.

import { basisOf } from '../day-count.ts';
import { type Exact, isNothing } from '../exact.ts';
import { feesOwed, instalmentsOwed, principalOwed, statusOf } from '../loan.ts';
import type { BookedFee, State, Status, Step, StepKind } from '../state.ts';
import type { FeeType, Terms } from '../terms.ts';
import { dateOf } from '../values/day.ts';
import { grouped, groupedUnlessZero, longDollars, plain, shortDollars } from './amount-text.ts';
import { blank, type Column, type Json, type Line, linesOf, note, type Report, title } from './report.ts';

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

export function replayReport(terms: Terms, state: State): Report {
  const { records, position, through } = state;
  const basis = basisOf(terms.interest.dayCount);
  const steps = records.steps.map(withEnd).filter(({ kind }) => !quietKinds.has(kind));
  const rows = steps.map((step) => rowOf(step, records.fees, basis));
  const table = linesOf({ columns, rows });
  const heading = title(`Through ${dateOf(through)}: ${standing(state)}`);
  const legend = note('+ booked or come due, else paid or given up.');
  const lines = [
    heading,
    blank,
    ...table,
    blank,
    legend,
    ...moneyIn(state),
    ...interest(state, basis),
    ...mootNotes(state),
  ];
  return { lines, json: jsonOf(state, position.scale * basis, basis) };
}

/** They change no amount; for programs they are there. */
const quietKinds: ReadonlySet<StepKind> = new Set(['overdue', 'paidOff']);

/** What pays the loan off leaves nothing: the fraction of a cent that is then forgone is not shown as accrued. */
function withEnd(step: Step, i: number, steps: readonly Step[]): Step {
  const next = steps[i + 1];
  return next?.kind === 'paidOff' ? { ...step, after: next.after } : step;
}

function standing({ position }: State): string {
  const status = statusWords[statusOf(position)];
  return position.paidOffOn === null ? `${status}.` : `${status} on ${dateOf(position.paidOffOn)}.`;
}

const statusWords: Readonly<Record<Status, string>> = {
  pending: 'not yet active',
  active: 'active',
  frozen: 'frozen',
  accelerated: 'accelerated, all of it is due',
  chargedOff: 'charged off',
  paidOff: 'paid off',
};

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

const moneyKinds: ReadonlySet<StepKind> = new Set([
  'payment',
  'serviceCredit',
  'refund',
  'reimbursement',
  'creditUsed',
]);
const bookedKinds: ReadonlySet<StepKind> = new Set([
  'activation',
  'migration',
  'due',
  'fee',
  'advance',
  'acceleration',
]);

/** Kinds that are facts of the same name. */
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
  if (step.kind === 'feeBlocked') return ['', '', '', ''];
  if (step.kind === 'capitalisation') {
    return ['', groupedUnlessZero(step.fees), groupedUnlessZero(step.interest), booked(step.interest + step.fees)];
  }
  if (moneyKinds.has(step.kind)) return [step.amount, step.fees, step.interest, step.principal].map(grouped);
  if (!bookedKinds.has(step.kind)) return ['', ...[step.fees, step.interest, step.principal].map(groupedUnlessZero)];
  // Fees that come due were shown when they were booked, but for those booked together with the instalment.
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
  waiver: 'waiver',
  payment: 'payment',
  serviceCredit: 'service credit',
  refund: 'refund',
  reimbursement: 'reimbursement',
  creditUsed: 'credit used',
  advance: 'advance',
  acceleration: 'acceleration',
  chargeOff: 'charge-off',
  settled: 'settled',
  paidOff: 'paid off',
};

const feeWords: Readonly<Record<FeeType, string>> = {
  origination: 'origination fee',
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
  // An id that a person gave says which fact it was; one that was made up for want of one says no more than the kind.
  const isOwnId = factKinds.has(kind) && !named.startsWith(`${kind}-`);
  return isOwnId ? `${kindWords[kind]} ${named}` : kindWords[kind];
}

/** A sum as it adds up, without what adds nothing. */
function sumText(parts: readonly (readonly [name: string, amount: string])[]): string {
  return parts.flatMap(([name, amount]) => (/[1-9]/.test(amount) ? [`${name} ${amount}`] : [])).join(' + ');
}

function moneyIn({ position: { totals } }: State): Line[] {
  const { paidPrincipal, paidInterest, paidFees, paidOver } = totals;
  const all = paidPrincipal + paidInterest + paidFees + paidOver;
  if (all === 0) return [];
  const parts = sumText([
    ['principal', grouped(paidPrincipal)],
    ['interest', grouped(paidInterest)],
    ['fees', grouped(paidFees)],
    ['customer credit', grouped(paidOver)],
  ]);
  return [note(`Paid in: ${grouped(all)} = ${parts}`)];
}

function interest({ position }: State, basis: number): Line[] {
  const { accruedTotal, accrued, forgoneRounding, forgoneCap, totals } = position;
  const text = (exact: Exact): string => shortDollars(exact, position.scale * basis);
  if (isNothing(accruedTotal)) return [];
  const parts = sumText([
    ['booked', grouped(totals.interestBooked)],
    ['not yet booked', text(accrued)],
    ['forgone by rounding', text(forgoneRounding)],
    ['forgone by the cap', text(forgoneCap)],
  ]);
  return [note(`Interest: ${text(accruedTotal)} = ${parts}`)];
}

function mootNotes({ records }: State): Line[] {
  return records.moot.map(({ fact, on, why }) => note(`${fact} of ${dateOf(on)} did nothing: ${why}`));
}

function jsonOf({ through, position, records }: State, denominator: number, basis: number): Json {
  const { totals, chargedOff } = position;
  return {
    through: dateOf(through),
    status: statusOf(position),
    paidOffOn: position.paidOffOn === null ? null : dateOf(position.paidOffOn),
    payment: plain(position.payment),
    dueDates: position.dueDates.slice(position.next).map(dateOf),
    owed: {
      principal: plain(principalOwed(position)),
      instalments: plain(instalmentsOwed(position)),
      fees: plain(feesOwed(position)),
      accrued: longDollars(position.accrued, denominator),
      chargedOff: {
        principal: plain(chargedOff.principal),
        interest: plain(chargedOff.interest),
        fees: plain(chargedOff.fees),
      },
    },
    customerCredit: plain(position.customerCredit),
    paid: {
      principal: plain(totals.paidPrincipal),
      interest: plain(totals.paidInterest),
      fees: plain(totals.paidFees),
    },
    interest: {
      accrued: longDollars(position.accruedTotal, denominator),
      booked: plain(totals.interestBooked),
      forgoneByRounding: longDollars(position.forgoneRounding, denominator),
      forgoneByCap: longDollars(position.forgoneCap, denominator),
    },
    steps: records.steps.map((step) => stepJson(step, basis)),
    fees: records.fees.map(({ key, type, on, amount, cause }) => ({
      key,
      type,
      on: dateOf(on),
      amount: plain(amount),
      cause,
    })),
    moot: records.moot.map(({ fact, on, why }) => ({ fact, on: dateOf(on), why })),
  };
}

function stepJson({ on, kind, cause, amount, fees, interest, principal, over, after }: Step, basis: number): Json {
  return {
    on: dateOf(on),
    kind,
    cause,
    amount: plain(amount),
    fees: plain(fees),
    interest: plain(interest),
    principal: plain(principal),
    over: plain(over),
    after: {
      principal: plain(after.principal),
      instalments: plain(after.instalments),
      fees: plain(after.fees),
      accrued: longDollars(after.accrued, after.scale * basis),
    },
  };
}
