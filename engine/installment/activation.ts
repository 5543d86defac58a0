// How a loan begins: disbursed, or migrated from another system in the middle of its life.

import { type FactOf, FactRefused, type MigratedObligation } from '../account/facts.ts';
import { chargeFee, countLateFee, lateFeeDay, makeDue } from '../account/fees.ts';
import { book, feeAccount, interestAccount, post, postedSoFar, principalAccount } from '../account/ledger.ts';
import { closeSegment, emit, setRates } from '../account/loan.ts';
import { keepDiscount } from '../account/merchant-discount.ts';
import { addObligation } from '../account/obligations.ts';
import type { BookedFee, Fee } from '../account/records.ts';
import { TermsRefused } from '../account/terms.ts';
import { basisOf } from '../time/day-count.ts';
import { seriesThrough } from '../time/due-dates.ts';
import type { Day } from '../values/day.ts';
import type { InstallmentLoan } from './loan.ts';
import { makePrecomputed, takeOverCharge } from './precomputed.ts';
import { makeSchedule, regularOf } from './schedule.ts';
import { asked } from './solve.ts';

export function activate(loan: InstallmentLoan, { id, on }: FactOf<'activation'>): void {
  const { terms, position: p } = loan;
  begin(loan, on, on);
  const origination = terms.fees.origination;
  const financed = origination?.charged === 'financed' ? origination.amount : 0;
  const deducted = origination?.charged === 'deducted' ? origination.amount : 0;
  p.principal = terms.principal + financed;
  p.totals.lent = terms.principal;
  p.totals.capitalised = financed;
  post(loan, principalAccount.notDue, p.principal);
  post(loan, feeAccount.origination.income, -(financed + deducted));
  post(loan, 'clearing', -keepDiscount(loan, terms.principal - deducted));
  loan.entry.principal = p.principal;
  if (origination !== null && financed + deducted > 0) {
    loan.records.fees.push({
      key: 'origination',
      type: 'origination',
      on,
      amount: origination.amount,
      cause: 'origination',
    });
  }
  const { precomputed } = terms.interest;
  if (precomputed == null) makeSchedule(loan);
  else makePrecomputed(loan, precomputed);
  if (origination !== null && financed + deducted === 0 && origination.amount > 0) chargeOrigination(loan, on);
  book(loan, on, 'activation', `activation:${id}`, p.principal);
  emit(loan, on, 'loan.activated', id);
}

function begin(loan: InstallmentLoan, on: Day, ratesFrom: Day): void {
  const { position: p, terms } = loan;
  if (terms.interest.dayCount === 'periodic' && terms.payments.frequency === 'singleTerm') {
    throw new TermsRefused('interest.dayCount', 'a single term has no periods by which interest could go');
  }
  p.standing = 'active';
  p.startedOn = on;
  p.accruedTo = on;
  p.periodStart = on;
  p.firstPeriodStart = on;
  setRates(loan, ratesFrom);
}

/** Charges the origination fee with the first payment, spread over all payments, or separately on the day. */
function chargeOrigination(loan: InstallmentLoan, on: Day): void {
  const { amount, charged } = loan.terms.fees.origination!;
  const p = loan.position;
  const fee = chargeFee(loan, { type: 'origination', key: 'origination', amount, on, cause: 'origination' });
  loan.entry.fees = amount;
  if (charged === 'apart') makeDue(loan, fee, on);
  else if (charged === 'firstPayment') p.waiting.push(fee);
  else p.spread = { key: fee.key, total: amount, count: p.dueDates.length, turns: 0, open: amount };
}

/** One fact instead of the activation: balances as they were; nothing before it matters. */
export function migrate(loan: InstallmentLoan, fact: FactOf<'migration'>): void {
  const p = loan.position;
  begin(loan, fact.on, fact.originatedOn);
  p.periodStart = fact.periodStart;
  p.firstPeriodStart = fact.periodStart;
  p.principal = fact.principal;
  p.payment = fact.payment;
  p.dueDates = fact.dueDates;
  p.firstOrdinal = fact.ordinal;
  if (fact.dueDates.some((date, i) => date <= (fact.dueDates[i - 1] ?? fact.on))) {
    throw new FactRefused(fact.id, 'the due dates must lie after the day of migration, each after the one before');
  }
  if (fact.obligations.some(({ ordinal }, i) => ordinal >= (fact.obligations[i + 1]?.ordinal ?? fact.ordinal))) {
    throw new FactRefused(fact.id, 'obligations have rising ordinals, all before that of the next due date');
  }
  if (fact.dueDates[0] !== undefined) p.series = seriesThrough(p.series, fact.dueDates[0]);
  const { precomputed } = loan.terms.interest;
  if (precomputed != null) takeOverCharge(loan, precomputed, fact);
  takeOverAccrued(loan, fact);
  post(loan, principalAccount.notDue, fact.principal);
  for (const obligation of fact.obligations) takeOver(loan, obligation, fact.on);
  const all = postedSoFar(loan);
  post(loan, 'migration', -all);
  p.totals.lent = fact.obligations.reduce<number>((sum, { principal }) => sum + principal, fact.principal);
  loan.entry.principal = p.totals.lent;
  book(loan, fact.on, 'migration', `migration:${fact.id}`, all);
  emit(loan, fact.on, 'loan.activated', fact.id);
}

function takeOverAccrued(loan: InstallmentLoan, { id, accruedInterest, paid, obligations }: FactOf<'migration'>): void {
  const p = loan.position;
  const match = /^(\d+)(?:\.(\d{1,6}))?$/.exec(accruedInterest);
  if (match === null)
    throw new FactRefused(id, `accrued interest is cents with at most six decimals, not '${accruedInterest}'`);
  const millionths = Number((match[2] ?? '').padEnd(6, '0'));
  const basis = basisOf(loan.terms.interest.dayCount);
  p.accrued = { whole: Number(match[1]), part: millionths * basis * (p.scale / 1_000_000) };
  const booked = obligations.reduce<number>((sum, { interest }) => sum + interest, paid.interest);
  p.totals.interestBooked = booked;
  p.accruedTotal = { whole: p.accrued.whole + booked, part: p.accrued.part };
  p.periodMark = { ...p.accruedTotal };
  p.totals.paidPrincipal = paid.principal;
  p.totals.paidInterest = paid.interest;
  p.totals.paidFees = paid.fees;
  closeSegment(loan);
}

function takeOver(loan: InstallmentLoan, from: MigratedObligation, on: Day): void {
  const { ordinal, dueDate, interest, principal, lateFees, lateFeeTested } = from;
  const isOverdue = dueDate < on;
  const bucket = isOverdue ? 'overdue' : 'due';
  const key = `late:${ordinal}`;
  const booked: BookedFee = { key, type: 'late', on, amount: lateFees, cause: key };
  const fees: Fee[] = lateFees === 0 ? [] : [{ ...booked, open: lateFees }];
  if (lateFees > 0) {
    loan.records.fees.push(booked);
    countLateFee(loan.position, lateFees, on);
    loan.position.lateFeeOrdinals = [...loan.position.lateFeeOrdinals, ordinal];
  }
  const o = addObligation(loan, {
    kind: 'instalment',
    key: String(ordinal),
    ordinal,
    dueDate,
    interest,
    principal,
    paidAhead: 0,
    ...(loan.terms.fees.late?.base === 'standardPayment' && {
      standard: asked(regularOf(loan.terms), loan.position.payment, interest),
    }),
    fees,
  });
  o.isOverdue = isOverdue;
  o.hasTurned = isOverdue;
  o.isTested = lateFeeTested || (lateFeeDay(loan, o) ?? on) <= on;
  post(loan, interestAccount[bucket], interest);
  post(loan, principalAccount[bucket], principal);
  post(loan, feeAccount.late[bucket], lateFees);
}
