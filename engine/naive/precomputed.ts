// Loans with a charge that is fixed when they begin (section 16 of the rules).

import type { FactOf } from '../account/facts.ts';
import { TermsRefused } from '../account/terms.ts';
import type { PaymentRounding, Precomputed } from '../installment/terms.ts';
import type { Day } from '../values/day.ts';
import { type AskedRows, bringDay, type Charge, cutOver, rowsAsked } from './charge.ts';
import { clampedDay, partsOf } from './civil.ts';
import type { Loan, Row } from './loan.ts';
import { forgetRates } from './rates.ts';
import { interestThrough } from './schedule.ts';
import { firstRows, makeFirstSchedule, problemOf } from './solving.ts';

/** The first schedule of a loan that we lend, with its charge if it has one. */
export function makeSchedule(loan: Loan): void {
  const { precomputed = null } = loan.terms.interest;
  if (precomputed === null) {
    makeFirstSchedule(loan);
    return;
  }
  refuseOtherTerms(loan);
  const { charge } = precomputed;
  if (charge === 'byRate') {
    makeFirstSchedule(loan);
    const through = interestThrough(problemOf(loan, loan.rows), loan.payment);
    fixCharge(loan, precomputed, { total: through.at(-1) ?? 0, byRate: through });
  } else {
    refuseTooMuch(loan, charge);
    makeScheduleOfCents(loan, charge);
    fixCharge(loan, precomputed, { total: charge, byRate: null });
  }
  refuseLongRuleOf78(loan, precomputed, loan.day);
  forgetRates(loan.rates);
}

/** The charge of a loan that we take over. */
export function takeOverCharge(loan: Loan, fact: FactOf<'migration'>): void {
  const { precomputed = null } = loan.terms.interest;
  if (precomputed === null) return;
  refuseOtherTerms(loan);
  const { charge: total } = precomputed;
  if (total === 'byRate') throw new TermsRefused('interest.precomputed.charge', 'a loan taken over has it in cents');
  refuseTooMuch(loan, total);
  if (total > 0 && loan.rows.length === 0) {
    throw new TermsRefused('interest.precomputed.charge', 'no due date brings it');
  }
  refuseLongRuleOf78(loan, precomputed, fact.originatedOn);
  forgetRates(loan.rates);
  loan.charge = chargeOf(loan, precomputed, { total, byRate: null });
  for (let day = fact.periodStart; day < loan.day; day += 1) bringDay(loan.charge, day, false);
}

function refuseOtherTerms({ terms }: Loan): void {
  const { interest, payments, delinquency } = terms;
  const faults: [path: string, isFault: boolean][] = [
    ['interest.accrual', interest.accrual !== 'simple'],
    ['interest.totalCap', interest.totalCap !== null],
    ['interest.resets', (interest.resets ?? null) !== null],
    ['interest.overdueBearing', interest.overdueBearing === 'principalAndInterest'],
    ['payments.amortization', payments.amortization === 'equalPrincipal'],
    ['payments.interestOnly', payments.interestOnly > 0],
    ['payments.plannedAdvances', payments.plannedAdvances.length > 0],
    ['prepayment', terms.prepayment === 'reamortize'],
    ['delinquency.accrualAfterChargeOff', delinquency.accrualAfterChargeOff],
  ];
  const fault = faults.find(([, isFault]) => isFault);
  if (fault !== undefined) throw new TermsRefused(fault[0], 'does not go with a precomputed charge');
}

function refuseTooMuch(loan: Loan, charge: number): void {
  if (charge > 1000 * loan.principal) throw new TermsRefused('interest.precomputed.charge', 'too much');
}

function refuseLongRuleOf78({ rows }: Loan, { rebate }: Precomputed, start: Day): void {
  const last = rows.at(-1);
  if (rebate !== 'ruleOf78' || last === undefined) return;
  const { year, month, day } = partsOf(start);
  const months = month - 1 + 61;
  const latest = clampedDay(year + Math.floor(months / 12), (months % 12) + 1, day);
  if (last.date > latest) throw new TermsRefused('interest.precomputed.rebate', 'more than 61 months');
}

function makeScheduleOfCents(loan: Loan, charge: number): void {
  const { payments } = loan.terms;
  const rows = firstRows(loan, { ...payments, count: countOf(loan, charge) });
  loan.payment = payments.amount ?? solvedOfCents(loan, rows, charge);
  loan.rows = rows;
}

/** How many payments: as many as the amount needs, if it alone decides. */
function countOf(loan: Loan, charge: number): number | null {
  const { count, amount, schedule, frequency, balloon } = loan.terms.payments;
  if (count !== null || amount === null || schedule !== null || frequency === 'singleTerm') return count;
  for (let tried = 1; tried <= 1200; tried += 1) {
    if (tried * amount + balloon >= loan.principal + charge) return tried;
  }
  throw new TermsRefused('payments.amount', 'never pays the loan off');
}

function solvedOfCents(loan: Loan, rows: readonly Row[], charge: number): number {
  const { balloon, rounding } = loan.terms.payments;
  const given = rows.slice(0, -1).filter(({ supplied }) => supplied !== null);
  const supplied = given.reduce((sum, row) => sum + (row.supplied ?? 0), 0);
  return asMultiple(loan.principal + charge - balloon - supplied, rows.length - given.length, rounding);
}

/** A sum over so many rows, as a multiple of the unit: at least one. */
function asMultiple(sum: number, over: number, { unit, mode }: PaymentRounding): number {
  const [above, below] = [BigInt(sum), BigInt(over) * BigInt(unit)];
  if (above <= 0n) return unit;
  const down = above / below;
  const left = above % below;
  const goesUp = (mode === 'up' && left > 0n) || (mode === 'nearest' && 2n * left >= below);
  const count = goesUp ? down + 1n : down;
  return Number(count > 1n ? count : 1n) * unit;
}

function askedRows({ principal, rows, payment }: Loan): AskedRows {
  return { principal, asks: rows.map(({ supplied }) => supplied ?? payment) };
}

interface Fixed {
  readonly total: number;
  readonly byRate: readonly number[] | null;
}

/** Cuts the charge over the rows, and again over fewer of them until each is needed. */
function fixCharge(loan: Loan, precomputed: Precomputed, fixed: Fixed): void {
  loan.charge = chargeOf(loan, precomputed, fixed);
  if (precomputed.rebate === 'actuarial' && fixed.byRate !== null) return;
  const cents = loan.charge.periods.map((period) => period.cents);
  const needed = rowsAsked(askedRows(loan), cents);
  if (needed === loan.rows.length) return;
  loan.rows = loan.rows.slice(0, needed);
  fixCharge(loan, precomputed, fixed);
}

/** The charge cut over the rows as they are. */
function chargeOf(loan: Loan, precomputed: Precomputed, { total, byRate }: Fixed): Charge {
  const { rounding } = loan.terms.interest;
  const { rebate, rebateRounding, wholeAfter } = precomputed;
  const cents = cutOver({ rebate, rebateRounding, ...askedRows(loan), total, rounding, byRate });
  const periods = loan.rows.map(({ date }, place) => ({
    from: loan.rows[place - 1]?.date ?? loan.periodStart,
    to: date,
    cents: cents[place] ?? 0,
  }));
  return { total, wholeAfter, periods, gone: 0, goneOfPeriod: 0, hasEnded: false };
}
