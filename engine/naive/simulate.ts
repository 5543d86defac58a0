// Simulates the loan day by day: the calendar, then the facts of the day, then the day's interest. It is slow on
// purpose and was written from rules.md alone, so that the engine can be compared with it.

import type { Fact } from '../account/facts.ts';
import type { Terms } from '../installment/terms.ts';
import type { Day } from '../values/day.ts';
import type { Instant } from '../values/instant.ts';
import { accrueDay } from './accrual.ts';
import { activation, migration } from './beginning.ts';
import {
  advance,
  deferral,
  dueDateChange,
  fee,
  feeChange,
  lateFeeNotified,
  lateFeeSuspension,
  plan,
  rateFact,
  reamortization,
  resetDate,
  waiver,
} from './changes.ts';
import { checkTerms } from './check.ts';
import { accelerate, turnDue, turnOverdue } from './due.ts';
import { bookFee, testLateFee } from './fees.ts';
import { cents, daysPastDue, type Loan, owesNothing, passDueDates, pendingLoan } from './loan.ts';
import { type Moot, payment, refund, reimbursement, serviceCredit, settlement } from './money.ts';
import { factsInForce, type InForce, type Prevented } from './order.ts';
import { reAge } from './re-age.ts';
import { readingOf } from './read.ts';
import type { Reading } from './reading.ts';
import { acceleration, agency, chargeOffAll, chargeOffByHand, close, freeze, unfreeze } from './status.ts';
import { afterStep } from './waterfall.ts';

interface SimulateOptions {
  readonly through: Day;
  readonly knownAt?: Instant;
}

export function simulate(terms: Terms, facts: readonly Fact[], { through, knownAt }: SimulateOptions): Reading {
  checkTerms(terms);
  const inForce = factsInForce(facts, knownAt);
  const begin = inForce.facts.find(({ kind }) => kind === 'activation' || kind === 'migration');
  const loan = pendingLoan(withOriginationFee(terms, inForce.facts), through);
  loan.moot = inForce.moot.filter(({ on }) => on <= through).map(({ id }) => id);
  if (begin === undefined || begin.on > through) return readingOf(loan);
  const atBegin = inForce.facts.indexOf(begin);
  for (const early of inForce.facts.slice(0, atBegin)) {
    loan.day = early.on;
    happen(loan, early);
  }
  const later = inForce.facts.slice(atBegin);
  for (let day = begin.on; day <= through; day += 1) {
    loan.day = day;
    const isFirst = day === begin.on;
    if (!isFirst) runCalendar(loan, inForce);
    for (const fact of later) {
      if (fact.on !== day) continue;
      happen(loan, fact);
      afterStep(loan);
      if (fact === begin) bookReturned(loan, inForce);
    }
    if (day < through) accrueDay(loan);
  }
  return readingOf(loan);
}

/** A change of the origination fee counts from the start, whatever its day. */
function withOriginationFee(terms: Terms, facts: readonly Fact[]): Terms {
  const changes = facts.filter((fact) => fact.kind === 'feeChange').filter(({ type }) => type === 'origination');
  const last = changes.at(-1);
  const { origination } = terms.fees;
  if (last === undefined || origination === null) return terms;
  return { ...terms, fees: { ...terms.fees, origination: { ...origination, amount: cents(last.amount) } } };
}

/** Rule 1.3. Returned payments are booked on frozen and paid-off loans too; rates are reset on frozen ones. */
function runCalendar(loan: Loan, inForce: InForce): void {
  const runs = () => loan.paidOffOn === null && loan.status !== 'frozen';
  if (loan.paidOffOn !== null) passDueDates(loan);
  if (runs()) turnDueToday(loan);
  afterStep(loan);
  if (runs()) forEachObligation(loan, turnOverdue);
  bookReturned(loan, inForce);
  if (runs() && loan.status === 'active') forEachObligation(loan, testLateFee);
  if (runs()) turnByItself(loan, inForce.prevented);
  afterStep(loan);
  resetDate(loan);
}

function turnDueToday(loan: Loan): void {
  if (loan.status === 'active' && loan.rows[0]?.date === loan.day && !owesNothing(loan)) turnDue(loan);
}

/** `turn` says whether it changed something. */
function forEachObligation(loan: Loan, turn: (loan: Loan, obligation: Loan['obligations'][number]) => boolean): void {
  for (const obligation of [...loan.obligations]) {
    if (turn(loan, obligation)) afterStep(loan);
  }
}

/** Books returned payments at their place in the calendar; on the first day directly after the loan begins. */
function bookReturned(loan: Loan, { returned }: InForce): void {
  const amount = loan.terms.fees.nsf ?? 0;
  for (const { key, bookedOn } of returned) {
    if (bookedOn !== loan.day || loan.status === 'chargedOff') continue;
    bookFee(loan, { type: 'nsf', key, amount });
    afterStep(loan);
  }
}

function turnByItself(loan: Loan, prevented: readonly Prevented[]): void {
  const { accelerationDueWithin, chargeOffDueWithin } = loan.terms.delinquency;
  const days = daysPastDue(loan);
  const isReached = (limit: number | null) => limit !== null && days > 0 && days >= limit;
  const isPrevented = (which: Prevented['turn']) =>
    prevented.some(({ turn, from, through }) => turn === which && from <= loan.day && loan.day <= through);
  if (isReached(accelerationDueWithin) && loan.status === 'active' && !isPrevented('acceleration')) {
    accelerate(loan);
    afterStep(loan);
  }
  const isOpen = (loan.status === 'active' || loan.status === 'accelerated') && loan.paidOffOn === null;
  if (isReached(chargeOffDueWithin) && isOpen && !isPrevented('chargeOff')) chargeOffAll(loan);
}

function happen(loan: Loan, fact: Fact): void {
  const moot = apply(loan, fact);
  if (moot !== undefined) loan.moot.push(fact.id);
}

/** What would change a charge that is fixed, or the principal for which it was (16.9). */
function isAgainstCharge(loan: Loan, fact: Fact): boolean {
  if (loan.charge === null) return false;
  if (fact.kind === 'dueDateChange') return fact.reamortize;
  if (fact.kind === 'reAge') return fact.into === 'payments';
  return ['rate', 'promo', 'index', 'reamortization', 'advance', 'refund'].includes(fact.kind);
}

function apply(loan: Loan, fact: Fact): Moot {
  if (isAgainstCharge(loan, fact)) return 'the charge is fixed';
  switch (fact.kind) {
    case 'activation':
      return activation(loan, fact);
    case 'migration':
      return migration(loan, fact);
    case 'index':
    case 'rate':
    case 'promo':
    case 'ceiling':
      return rateFact(loan, fact);
    case 'dueDateChange':
      return dueDateChange(loan, fact);
    case 'deferral':
      return deferral(loan, fact);
    case 'plan':
      return plan(loan, fact);
    case 'reamortization':
      return reamortization(loan, fact);
    case 'reAge':
      return reAge(loan, fact);
    case 'advance':
      return advance(loan, fact);
    case 'fee':
      return fee(loan, fact);
    case 'waiver':
      return waiver(loan, fact);
    case 'feeChange':
      return feeChange(loan, fact);
    case 'lateFeeNotified':
      return lateFeeNotified(loan, fact);
    case 'lateFeeSuspension':
      return lateFeeSuspension(loan, fact);
    default:
      return applyMoneyOrStatus(loan, fact);
  }
}

function applyMoneyOrStatus(loan: Loan, fact: Fact): Moot {
  switch (fact.kind) {
    case 'payment':
      return payment(loan, fact);
    case 'refund':
      return refund(loan, fact);
    case 'serviceCredit':
      return serviceCredit(loan, fact);
    case 'reimbursement':
      return reimbursement(loan, fact);
    case 'settlement':
      return settlement(loan, fact);
    case 'freeze':
      return freeze(loan);
    case 'unfreeze':
      return unfreeze(loan, fact);
    case 'acceleration':
      return acceleration(loan);
    case 'chargeOff':
      return chargeOffByHand(loan);
    case 'agency':
      return agency(loan, fact);
    case 'close':
      return close(loan);
    default:
      return undefined;
  }
}
