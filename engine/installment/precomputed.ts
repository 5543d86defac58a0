// The charge of a loan with precomputed interest: fixed when the loan begins, and cut over its periods (rules.md 16).

import { type Charge, passDays } from '../account/charge.ts';
import type { FactOf } from '../account/facts.ts';
import { setRates } from '../account/loan.ts';
import { TermsRefused } from '../account/terms.ts';
import { share } from '../interest/exact.ts';
import { dateNumberOf, dayOfMonthIn, monthIn, monthsLater, yearIn } from '../time/calendar.ts';
import type { Day } from '../values/day.ts';
import type { InstallmentLoan } from './loan.ts';
import { asksOf, cutDates, makeSchedule, mostPayments, problemOf, setDates } from './schedule.ts';
import { asked, run } from './solve.ts';
import type { PaymentRounding, Precomputed, Terms } from './terms.ts';

/** Due dates, payment and charge on the day the loan starts. */
export function makePrecomputed(loan: InstallmentLoan, precomputed: Precomputed): void {
  const { charge, rebate, wholeAfter } = precomputed;
  const { position: p, terms } = loan;
  checkTerms(terms);
  const { total, byRate } = charge === 'byRate' ? solved(loan) : given(loan, charge);
  let rows: number;
  do {
    rows = p.dueDates.length;
    const earned = (rebate === 'actuarial' && byRate) || earnedAfter(loan, total, precomputed);
    fix(loan, { total, wholeAfter, earned, from: p.startedOn });
    // With these cents an earlier payment may take all that is left: then the charge is cut over fewer.
    cutDates(loan);
  } while (p.dueDates.length < rows);
  checkLength(rebate, p.startedOn, p.dueDates);
}

/** The charge of a loan that is taken over: what was not earned when its running period began. */
export function takeOverCharge(loan: InstallmentLoan, precomputed: Precomputed, fact: FactOf<'migration'>): void {
  const { charge, rebate, wholeAfter } = precomputed;
  const { position: p, terms } = loan;
  checkTerms(terms);
  if (charge === 'byRate') throw refusedCharge('of a loan that is taken over is what was not earned yet, in cents');
  checkSize(loan, charge);
  checkDates(loan, charge);
  fix(loan, { total: charge, wholeAfter, earned: earnedAfter(loan, charge, precomputed), from: fact.periodStart });
  passDays(p.charge!, fact.on, false);
  checkLength(rebate, fact.originatedOn, p.dueDates);
}

function checkTerms({ interest, payments, prepayment, delinquency }: Terms): void {
  const wrong = [
    interest.accrual !== 'simple' && 'interest.accrual',
    interest.totalCap !== null && 'interest.totalCap',
    interest.resets != null && 'interest.resets',
    interest.overdueBearing === 'principalAndInterest' && 'interest.overdueBearing',
    payments.amortization === 'equalPrincipal' && 'payments.amortization',
    payments.interestOnly > 0 && 'payments.interestOnly',
    payments.plannedAdvances.length > 0 && 'payments.plannedAdvances',
    prepayment === 'reamortize' && 'prepayment',
    delinquency.accrualAfterChargeOff && 'delinquency.accrualAfterChargeOff',
  ].find((path) => path !== false);
  if (wrong !== undefined) throw new TermsRefused(wrong, 'does not go with precomputed interest');
}

const refusedCharge = (why: string): TermsRefused => new TermsRefused('interest.precomputed.charge', why);

/** Nobody agrees on more; and the rate of its rows stays countable. */
const mostTimes = 1000;

function checkSize({ position: p }: InstallmentLoan, charge: number): void {
  if (charge > mostTimes * p.principal) throw refusedCharge(`is more than ${mostTimes} times the principal`);
}

function checkDates({ position: p }: InstallmentLoan, charge: number): void {
  if (charge > 0 && p.dueDates.length === 0) throw refusedCharge('needs due dates over which it is earned');
}

/** 15 USC 1615: a consumer's refund is never computed by the Rule of 78 when the loan is longer. */
const monthsOfRule78 = 61;

function checkLength(rebate: Precomputed['rebate'], begun: Day, dueDates: readonly Day[]): void {
  const date = dateNumberOf(begun);
  const last = monthsLater(yearIn(date), monthIn(date), monthsOfRule78, dayOfMonthIn(date));
  if (rebate === 'ruleOf78' && (dueDates.at(-1) ?? begun) > last) {
    throw new TermsRefused('interest.precomputed.rebate', `the Rule of 78 ends at ${monthsOfRule78} months`);
  }
}

interface Priced {
  readonly total: number;
  /** After each row the interest of the rows so far, at the rates of the terms. */
  readonly byRate?: readonly number[];
}

/** Due dates, payment and charge as the rates of the terms give them. */
function solved(loan: InstallmentLoan): Priced {
  makeSchedule(loan);
  const { position: p } = loan;
  const byRate: number[] = [];
  let booked = 0;
  run(problemOf(loan, p.dueDates), p.payment, undefined, (interest, due) => {
    // Interest that is left unpaid may round to less in the next row.
    byRate.push(Math.max(byRate.at(-1) ?? 0, booked + interest));
    booked += due;
  });
  return { total: byRate.at(-1) ?? 0, byRate };
}

/** Due dates and payment where the charge is given: together the payments are the principal and the charge. */
function given(loan: InstallmentLoan, charge: number): Priced {
  const { terms, position: p } = loan;
  const { payments } = terms;
  const { amount, schedule, balloon } = payments;
  checkSize(loan, charge);
  const all = p.principal + charge - balloon;
  const isCounted =
    payments.count === null && schedule === null && amount !== null && payments.frequency !== 'singleTerm';
  const count = isCounted ? Math.max(1, quotient(all, amount, 'up')) : (payments.count ?? mostPayments);
  if (count > mostPayments) {
    throw new TermsRefused('payments.amount', `does not pay the loan off within ${mostPayments} payments`);
  }
  setDates(loan, count);
  checkDates(loan, charge);
  p.supplied = schedule?.map((row) => row.amount) ?? null;
  const supplied = (p.supplied ?? []).slice(0, -1).filter((one) => one !== null);
  const rows = p.dueDates.length - supplied.length;
  const left = supplied.reduce((sum, one) => sum - one, all);
  p.payment = amount ?? payment(left, rows, payments.rounding);
  return { total: charge };
}

function payment(left: number, rows: number, { unit, mode }: PaymentRounding): number {
  return unit * Math.max(1, quotient(left, rows * unit, mode));
}

/** In whole numbers: a quotient of floats might be off by one. */
function quotient(of: number, by: number, mode: PaymentRounding['mode']): number {
  const rest = ((of % by) + by) % by;
  const down = (of - rest) / by;
  const isUp = mode === 'up' ? rest > 0 : mode === 'nearest' && 2 * rest >= by;
  return isUp ? down + 1 : down;
}

interface Fixed {
  readonly total: number;
  readonly wholeAfter: number | null;
  /** The sum that is earned after each row. */
  readonly earned: readonly number[];
  readonly from: Day;
}

function fix(loan: InstallmentLoan, { total, wholeAfter, earned, from }: Fixed): void {
  const { position: p } = loan;
  const periods = p.dueDates.map((end, i) => ({ end, cents: earned[i]! - (earned[i - 1] ?? 0) }));
  const charge: Charge = { total, wholeAfter, from, gone: 0, periods, isOver: false };
  p.charge = charge;
  setRates(loan, p.rateSteps[0]!.from);
}

function earnedAfter(
  loan: InstallmentLoan,
  total: number,
  { rebate, rebateRounding }: Pick<Precomputed, 'rebate' | 'rebateRounding'>,
): number[] {
  const n = loan.position.dueDates.length;
  if (rebate === 'actuarial') return earnedAtOneRate(loan, total);
  return Array.from({ length: n }, (_, i) => {
    const k = i + 1;
    if (rebate === 'evenly') return share(total, k, n, 'cut');
    // What is cut off what was earned is added to the rebate.
    if (rebateRounding === 'up') return share(total, k * (2 * n - k + 1), n * (n + 1), 'cut');
    return total - share(total, (n - k) * (n - k + 1), n * (n + 1), 'halfUp');
  });
}

/** Rates for a row are counted in thousand-millionths. */
const rateParts = 1_000_000_000;

/** Rows of the least rate with which their interest is at least the charge. */
function earnedAtOneRate(loan: InstallmentLoan, total: number): number[] {
  const isEnough = (rate: number) => (earnedAt(loan, rate).at(-1) ?? total) >= total;
  let high = 1;
  while (!isEnough(high)) high *= 2;
  let low = -1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return earnedAt(loan, high).map((earned) => Math.min(earned, total));
}

function earnedAt(loan: InstallmentLoan, rate: number): number[] {
  const { position: p, terms } = loan;
  let { principal } = p;
  let unpaid = 0;
  let earned = 0;
  return p.dueDates.map((_, i) => {
    const interest = share(principal, rate, rateParts, terms.interest.rounding);
    const payment = asked(asksOf(loan, i), p.payment, 0);
    earned += interest;
    unpaid += interest;
    const paid = Math.min(unpaid, payment);
    unpaid -= paid;
    principal -= Math.min(principal, payment - paid);
    return earned;
  });
}
