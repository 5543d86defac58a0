// Interest over segments of constant balance and rate: exact, and for ten years as cheap as for a day.

import {
  add,
  addProduct,
  compare,
  type Exact,
  factorOf,
  isNothing,
  nothing,
  rounded,
  subtract,
} from '../interest/exact.ts';
import { ceilingOf, type RateStep, whenOverdue } from '../interest/rates.ts';
import { type CountedPeriod, weightBetween } from '../time/day-count.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { type Charge, passDays } from './charge.ts';
import { interestAccount, post } from './ledger.ts';
import { closeSegment, type Loan, principalOwed } from './loan.ts';
import type { Bearing } from './records.ts';
import type { LoanPosition } from './state.ts';

/** Completes the interest of the days before `day`. */
export function accrueTo(loan: Loan, day: Day): void {
  const p = loan.position;
  const balance = accruingBalance(loan);
  while (p.accruedTo < day) {
    const step = p.rateSteps[loan.rateIndex]!;
    const nextStep = p.rateSteps[loan.rateIndex + 1];
    const to = nextStep !== undefined && nextStep.from <= day ? nextStep.from : day;
    if (balance > 0) earn(loan, to, balance, step);
    else if (p.charge !== undefined) p.charge.isOver = true;
    p.accruedTo = to;
    if (to === nextStep?.from) loan.rateIndex++;
  }
}

/** The interest of one more day in the present state of the loan; none while it is frozen. */
export function interestOfDay(loan: Loan): Exact {
  const { position: p, denominator } = loan;
  const interest = nothing();
  const balance = p.frozen === null ? accruingBalance(loan) : 0;
  if (balance === 0) return interest;
  const weight = weightOf(loan, p.accruedTo, p.accruedTo + 1);
  const parts = partsOf(loan, balance, p.rateSteps[loan.rateIndex]!);
  for (const { amount, step } of parts) {
    addProduct(interest, amount, factorOf(step.rate, weight), denominator);
  }
  if (p.charge !== undefined)
    earnCharge(loan, { ...p.charge }, p.accruedTo + 1, parts, { interest, relief: nothing() });
  return interest;
}

interface Part {
  readonly kind: 'principal' | 'overduePrincipal' | 'overdueInterest';
  readonly amount: number;
  readonly step: RateStep;
}

/** The balance: principal, the part of it that is overdue and has a rate of its own, and interest that bears interest. */
function partsOf(loan: Loan, balance: number, step: RateStep): readonly Part[] {
  const late = whenOverdue(step);
  const interest = bearingInterest(loan);
  let overdue = 0;
  if (late !== step) for (const o of loan.position.obligations) if (o.isOverdue) overdue += o.principalOpen;
  const parts: Part[] = [{ kind: 'principal', amount: balance - overdue - interest, step }];
  if (overdue > 0) parts.push({ kind: 'overduePrincipal', amount: overdue, step: late });
  if (interest > 0) parts.push({ kind: 'overdueInterest', amount: interest, step: late });
  return parts;
}

/** Interest that is overdue, where the contract lets it bear interest. */
function bearingInterest({ terms, position: p }: Loan): number {
  if (terms.interest.overdueBearing !== 'principalAndInterest') return 0;
  let overdue = 0;
  for (const o of p.obligations) if (o.isOverdue) overdue += o.interestOpen;
  return overdue;
}

export function accruingBalance(loan: Loan): number {
  const { terms, position: p } = loan;
  if (p.standing === 'pending' || p.paidOffOn !== null) return 0;
  if (p.standing === 'chargedOff') return terms.delinquency.accrualAfterChargeOff ? p.chargedOff.principal : 0;
  return principalOwed(p) + bearingInterest(loan);
}

function earn(loan: Loan, to: Day, balance: number, step: RateStep): void {
  const { position: p, denominator } = loan;
  const weight = weightOf(loan, p.accruedTo, to);
  const interest = nothing();
  const parts = partsOf(loan, balance, step);
  const kept = p.frozen ?? p;
  for (const { amount, step: own } of parts) {
    addProduct(interest, amount, factorOf(own.rate, weight), denominator);
    if (own.beforeDiscount === own.rate) continue;
    addProduct(kept.discount, amount, factorOf(own.beforeDiscount - own.rate, weight), denominator);
    addProduct(kept.relief, amount, factorOf(own.withoutCeiling - own.rate, weight), denominator);
  }
  if (p.charge !== undefined) earnCharge(loan, p.charge, to, parts, { interest, relief: kept.relief });
  recordSegment(loan, to, parts, weight, interest);
  if (p.frozen === null) addEarned(loan, interest);
  else add(p.frozen.interest, interest.whole, interest.part, denominator);
}

interface Charged {
  readonly interest: Exact;
  readonly relief: Exact;
}

/** Adds what a precomputed charge brings until `to`; a ceiling bounds it day by day, with what is overdue. */
function earnCharge(loan: Loan, charge: Charge, to: Day, parts: readonly Part[], { interest, relief }: Charged): void {
  const { position: p, denominator } = loan;
  if (p.standing !== 'active' && p.standing !== 'frozen') return;
  const ceiling = ceilingOf(p.rateSteps[loan.rateIndex]!);
  if (ceiling === null) {
    add(interest, passDays(charge, to, p.frozen !== null), 0, denominator);
    return;
  }
  for (let day = p.accruedTo; day < to; day++) {
    const brought = { whole: passDays(charge, day + 1, true), part: 0 };
    const room = roomUnder(ceiling, loan, parts, weightOf(loan, day, day + 1));
    const { whole, part } = compare(brought, room) > 0 ? room : brought;
    add(interest, whole, part, denominator);
    subtract(brought, whole, part, denominator);
    add(relief, brought.whole, brought.part, denominator);
  }
}

/** The interest at the ceiling, less what the overdue part earns at its own rate. */
function roomUnder(ceiling: number, { denominator }: Loan, parts: readonly Part[], weight: number): Exact {
  const room = nothing();
  for (const { amount, step } of parts) {
    addProduct(room, amount, factorOf(ceiling - step.rate, weight), denominator);
  }
  return room;
}

const weightOf = ({ terms, position }: Loan, from: Day, to: Day): number =>
  weightBetween(terms.interest.dayCount, from, to, countedPeriodOf(position));

export const countedPeriodOf = (p: LoanPosition): CountedPeriod => ({
  start: p.periodStart,
  end: p.dueDates[p.next] ?? null,
  termination: p.dueDates.at(-1) ?? p.periodStart,
  series: p.runningSeries ?? p.series ?? null,
});

function recordSegment(loan: Loan, to: Day, parts: readonly Part[], weight: number, interest: Exact): void {
  const p = loan.position;
  const open = p.segment;
  const [{ amount: principal, step }, ...others] = parts as readonly [Part, ...Part[]];
  const late = others.find(({ kind }) => kind === 'overduePrincipal');
  const onInterest = others.find(({ kind }) => kind === 'overdueInterest');
  const isSame =
    open !== null &&
    open.to === p.accruedTo &&
    open.principal === principal &&
    open.rate === step.rate &&
    open.rateBeforeDiscount === step.beforeDiscount &&
    isSamePart(open.overdue, late) &&
    isSamePart(open.overdueInterest, onInterest);
  if (isSame) {
    open.to = to;
    open.weight += weight;
    add(open.interest, interest.whole, interest.part, loan.denominator);
    return;
  }
  closeSegment(loan);
  p.segment = {
    from: p.accruedTo,
    to,
    principal: principal as never,
    scale: p.scale,
    rate: step.rate,
    rateBeforeDiscount: step.beforeDiscount,
    weight,
    ...(late && { overdue: bearingOf(late) }),
    ...(onInterest && { overdueInterest: bearingOf(onInterest) }),
    interest: { whole: interest.whole, part: interest.part },
  };
}

const bearingOf = ({ amount, step }: Part): Bearing => ({
  principal: amount as Cents,
  rate: step.rate,
  rateBeforeDiscount: step.beforeDiscount,
});

const isSamePart = (open: Bearing | undefined, part: Part | undefined): boolean =>
  open?.principal === part?.amount && open?.rate === part?.step.rate;

/** Adds earned interest to the accrued interest, up to the product's cap on all interest. */
function addEarned(loan: Loan, { whole, part }: Exact): void {
  const { position: p, denominator } = loan;
  add(p.accruedTotal, whole, part, denominator);
  add(p.accrued, whole, part, denominator);
  const cap = loan.terms.interest.totalCap;
  if (cap === null) return;
  const excess = nothing();
  add(excess, p.accrued.whole + p.totals.interestBooked - cap, p.accrued.part, denominator);
  if (excess.whole < 0 || isNothing(excess)) return;
  const lost = compare(excess, { whole, part }) > 0 ? { whole, part } : excess;
  subtract(p.accrued, lost.whole, lost.part, denominator);
  add(p.forgoneCap, lost.whole, lost.part, denominator);
}

/** Ends a freeze: the interest of the frozen days either counts after all or is dropped. */
export function endFrozenAccrual(loan: Loan, isKept: boolean): void {
  const { position: p, denominator, records } = loan;
  closeSegment(loan);
  const frozen = p.frozen;
  p.frozen = null;
  if (frozen === null || !isKept) return;
  records.segments.push(...frozen.segments);
  addEarned(loan, frozen.interest);
  add(p.discount, frozen.discount.whole, frozen.discount.part, denominator);
  add(p.relief, frozen.relief.whole, frozen.relief.part, denominator);
}

/** The rest of the accrued interest will never be collected. */
export function forgoAccrued(loan: Loan): void {
  const { position: p, denominator } = loan;
  add(p.forgoneRounding, p.accrued.whole, p.accrued.part, denominator);
  p.accrued.whole = 0;
  p.accrued.part = 0;
}

/** Takes whole cents out of the accrued interest, and counts them as booked. */
export function takeAccrued({ position: p, denominator }: Loan, amount: number): void {
  subtract(p.accrued, amount, 0, denominator);
  p.totals.interestBooked += amount;
}

/** Takes interest that becomes due out of the accrued interest. When all whole cents go, the fraction is forgone. */
export function bookInterest(loan: Loan, interest: number): void {
  const all = rounded(loan.position.accrued, loan.denominator, loan.terms.interest.rounding);
  const { whole, part } = loan.position.accrued;
  loan.entry.cutFrom = { whole, part };
  takeAccrued(loan, interest);
  if (interest === all) forgoAccrued(loan);
  post(loan, interestAccount.due, interest);
  post(loan, 'interestIncome', -interest);
}

/** The interest of the running period, with the ceiling on rates and without it. */
export function interestOfPeriod({ position: p, denominator }: Loan): { earned: Exact; withoutCeiling: Exact } {
  const earned = { ...p.accruedTotal };
  subtract(earned, p.periodMark.whole, p.periodMark.part, denominator);
  const withoutCeiling = { ...earned };
  add(withoutCeiling, p.relief.whole, p.relief.part, denominator);
  return { earned, withoutCeiling };
}

export function startPeriod({ position: p, denominator }: Loan, day: Day): void {
  p.periodStart = day;
  if (p.runningSeries !== undefined) delete p.runningSeries;
  p.periodMark.whole = p.accruedTotal.whole;
  p.periodMark.part = p.accruedTotal.part;
  add(p.discountTotal, p.discount.whole, p.discount.part, denominator);
  p.discount.whole = p.discount.part = 0;
  p.relief.whole = p.relief.part = 0;
}
