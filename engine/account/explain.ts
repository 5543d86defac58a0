// Explains every cent in a sentence that contains the numbers.

import { dollarText, type Exact, isNothing, nothing, subtract } from '../interest/exact.ts';
import type { DayCount } from '../time/day-count.ts';
import { basisOf } from '../time/day-count.ts';
import { type Cents, formatCents, formatGrouped } from '../values/cents.ts';
import { type Day, dateOf } from '../values/day.ts';
import type { Posting, Segment, Step } from './records.ts';
import { eachRate } from './segments.ts';
import type { LoanState } from './state.ts';
import type { LoanTerms } from './terms.ts';

/**
 * The state must contain the period of the posting: replayed from the start, or from a checkpoint before that period.
 */
export function explain(terms: LoanTerms, state: LoanState, posting: Posting): string {
  const step = state.records.steps.find(({ on, cause }) => on === posting.on && cause === posting.cause);
  if (step === undefined) return `${sized(posting.amount)} ${accountWords(posting.account)} on ${dayText(posting.on)}.`;
  const isInterest = posting.account === 'interestIncome' || posting.account.startsWith('interest.');
  if (isInterest && step.cutFrom !== null) return explainInterest(terms, state, posting, step);
  return explainStep(posting, step, stepWords[step.kind]);
}

/** "$41.09 interest: $10,000.00 at 5.000 % for 30 of 365 days (2027-04-01 to 2027-05-01), cut from 41.0958…." */
function explainInterest(terms: LoanTerms, state: LoanState, posting: Posting, step: Step): string {
  const { dayCount } = terms.interest;
  const denominator = step.after.scale * basisOf(dayCount);
  const segments = segmentsBefore(state, step).flatMap((segment) => eachRate(segment, dayCount));
  const parts = segments
    .filter(({ rate, interest }) => rate > 0 || !isNothing(interest))
    .map((segment) => segmentText(segment, dayCount));
  const carried = { ...(step.cutFrom ?? nothing()) };
  for (const { interest } of segments) subtract(carried, interest.whole, interest.part, denominator);
  const carriedText = carryText(carried, denominator);
  const exact = dollarsOf(step.cutFrom ?? nothing(), denominator);
  const how = { cut: 'cut', halfEven: 'rounded half to even', halfUp: 'rounded half up' }[terms.interest.rounding];
  const what = [...parts, ...(carriedText === '' ? [] : [carriedText])].join('; ');
  const limit = step.interest < (step.cutFrom?.whole ?? 0) ? ', as far as the instalment asks for it' : '';
  return `${sized(posting.amount)} interest: ${what === '' ? 'nothing accrued' : what}, ${how} from ${exact}${limit}.`;
}

/** The segments since the previous due turn. */
function segmentsBefore({ records, position }: LoanState, step: Step): Segment[] {
  let since: Day = position.startedOn;
  for (const { on, kind } of records.steps) if (kind === 'due' && on < step.on) since = on;
  const all = position.segment === null ? records.segments : [...records.segments, position.segment];
  return all.filter(({ from, to }) => from >= since && to <= step.on);
}

export function segmentText(segment: Segment, dayCount: DayCount): string {
  const { from, to, principal, rate, scale, weight, interest, isOnInterest } = segment;
  const span = `(${dayText(from)} to ${dayText(to)})`;
  if (rate === 0 && !isNothing(interest))
    return `${dollarsOf(interest, scale * basisOf(dayCount))} of the charge ${span}`;
  const balance = `${dollars(principal)}${isOnInterest === true ? ' overdue interest' : ''}`;
  return `${balance} at ${percentText(rate, scale)} for ${weightText(weight, to - from, dayCount)} ${span}`;
}

function weightText(weight: number, days: number, dayCount: DayCount): string {
  switch (dayCount) {
    case 'actual/actual':
    case 'actual/actual period':
      return `${days} days of their years`;
    case 'actual/365.25':
      return `${days} of 365.25 days`;
    case 'periodic':
      return `${days} days, ${weight} of the ${basisOf(dayCount)} parts of a year`;
    default:
      return `${weight} of ${basisOf(dayCount)} days`;
  }
}

/** At least three decimals, more when the rate has them. */
export function percentText(rate: number, scale: number): string {
  const places = String(scale).length - 3;
  const digits = String(rate).padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '').padEnd(3, '0');
  return `${digits.slice(0, -places)}.${fraction} %`;
}

function carryText(carried: Exact, denominator: number): string {
  if (carried.whole === 0 && carried.part === 0) return '';
  if (carried.whole >= 0) return `${dollarsOf(carried, denominator)} left from before`;
  const taken = nothing();
  subtract(taken, carried.whole, carried.part, denominator);
  return `less ${dollarsOf(taken, denominator)} paid or forgone before`;
}

/** The part of a step that says how its amount is divided. */
type Divided = Pick<Step, 'on' | 'cause' | 'amount' | 'fees' | 'interest' | 'principal' | 'over'>;

export function explainStep(posting: Posting, step: Divided & { readonly kind: string }, words: string): string {
  const to = posting.amount < 0 && step.kind === 'payment' ? 'of it ' : '';
  const parts = [
    ['fees', step.fees],
    ['interest', step.interest],
    ['principal', step.principal],
    ['more than was owed', step.over],
  ] as const;
  const split = parts
    .filter(([, amount]) => amount !== 0)
    .map(([name, amount]) => (amount < 0 ? `${dollars(-amount)} ${name} owed again` : `${dollars(amount)} ${name}`))
    .join(', ');
  const rest = split === '' ? '' : ` (${split})`;
  const what = `${words} of ${dollars(step.amount)} on ${dayText(step.on)}${rest}`;
  return `${sized(posting.amount)} ${to}${accountWords(posting.account)}: ${what}, cause ${step.cause}.`;
}

export const stepWords: Record<Step['kind'], string> = {
  activation: 'activation',
  migration: 'balances taken over',
  due: 'instalment due',
  overdue: 'overdue turn',
  capitalisation: 'capitalisation',
  fee: 'fee',
  feeBlocked: 'late fee not charged',
  feeSuspended: 'late fee not charged while late fees are suspended',
  waiver: 'waiver',
  payment: 'payment',
  serviceCredit: 'service credit',
  refund: 'refund',
  reimbursement: 'reimbursement',
  creditUsed: 'customer credit used',
  advance: 'advance',
  reAge: 're-age',
  acceleration: 'acceleration',
  chargeOff: 'charge-off',
  settled: 'rest given up in a settlement',
  paidOff: 'loan paid off',
};

function accountWords(account: string): string {
  const words = account.replace(/\.(\w)/g, ' $1').replace(/([a-z])([A-Z])/g, '$1 $2');
  return words.toLowerCase();
}

export const sized = (amount: number): string => dollars(Math.abs(amount));

export const dollars = (amount: number): string => `$${formatGrouped(amount as Cents)}`;

export function dollarsOf(amount: Exact, denominator: number): string {
  return amount.part === 0 ? `$${formatCents(amount.whole as Cents)}` : `$${dollarText(amount, denominator, 4)}…`;
}

export const dayText = (day: Day): string => dateOf(day);
