// How a loan begins: lent by us, or taken over in the middle of its life (rule 7.2, section 11).

import { type FactOf, FactRefused } from '../account/facts.ts';
import { TermsRefused } from '../account/terms.ts';
import { makeFeeDue, recordFee } from './fees.ts';
import { addObligation, deadlineOf, type FeePiece, type Loan, newObligation } from './loan.ts';
import type { Moot } from './money.ts';
import { makeSchedule, takeOverCharge } from './precomputed.ts';
import { beginList } from './rates.ts';
import { ofDecimal } from './rational.ts';
import { anchored } from './series.ts';
import { emptyRow } from './solving.ts';

export function activation(loan: Loan, _fact: FactOf<'activation'>): Moot {
  beginList(loan.rates, loan.day);
  const { origination } = loan.terms.fees;
  const isFinanced = origination?.charged === 'financed';
  loan.status = 'active';
  loan.periodStart = loan.day;
  loan.principal = loan.terms.principal + (isFinanced ? origination.amount : 0);
  const firstSupplied = loan.terms.payments.schedule?.[0]?.on;
  if (firstSupplied !== undefined && firstSupplied <= loan.day) {
    throw new TermsRefused('payments.schedule', 'begins before the loan');
  }
  makeSchedule(loan);
  chargeOrigination(loan);
  return undefined;
}

function chargeOrigination(loan: Loan): void {
  const { origination } = loan.terms.fees;
  if (origination === null || origination.amount === 0) return;
  const { amount, charged } = origination;
  const piece = recordFee(loan, { type: 'origination', key: 'origination', amount });
  if (charged === 'financed' || charged === 'deducted') piece.open = 0;
  if (charged === 'firstPayment') loan.waiting.push(piece);
  if (charged === 'apart') makeFeeDue(loan, piece);
  if (charged !== 'spread') return;
  const count = loan.rows.length;
  const share = Math.floor(amount / count);
  loan.spreadFee = piece;
  loan.spreadShares = loan.rows.map((_, place) => share + (place < amount % count ? 1 : 0));
}

export function migration(loan: Loan, fact: FactOf<'migration'>): Moot {
  beginList(loan.rates, fact.originatedOn);
  loan.status = 'active';
  loan.principal = fact.principal;
  loan.accrued = ofDecimal(fact.accruedInterest, 6);
  loan.payment = fact.payment;
  loan.rows = fact.dueDates.map(emptyRow);
  loan.ordinal = fact.ordinal;
  loan.periodStart = fact.periodStart;
  const firstDate = fact.dueDates[0] ?? fact.on + 1;
  loan.series = anchored(loan.series, firstDate - 1, firstDate);
  loan.countedSeries = loan.series;
  loan.paid.principal = fact.paid.principal;
  loan.paid.interest = fact.paid.interest;
  loan.paid.fees = fact.paid.fees;
  loan.booked = fact.paid.interest;
  for (const owed of fact.obligations) {
    loan.booked += owed.interest;
    takeOver(loan, owed);
  }
  takeOverCharge(loan, fact);
  return undefined;
}

function takeOver(loan: Loan, owed: FactOf<'migration'>['obligations'][number]): void {
  const key = `late:${owed.ordinal}`;
  const fees: FeePiece[] = owed.lateFees === 0 ? [] : [recordFee(loan, { type: 'late', key, amount: owed.lateFees })];
  const { ordinal, dueDate, interest, principal } = owed;
  if (loan.obligations.some((other) => other.ordinal === ordinal)) throw new FactRefused(key, 'is there twice');
  const isOverdue = dueDate < loan.day && interest + principal + owed.lateFees > 0;
  const isEqualPrincipal = loan.terms.payments.amortization === 'equalPrincipal';
  const standard = loan.payment + (isEqualPrincipal ? interest : 0);
  const parts = { ordinal, interest, principal, fees, isOverdue, standard };
  const obligation = newObligation({ kind: 'instalment', dueDate, ...parts });
  const testDay = deadlineOf(loan, obligation, loan.terms.fees.late?.graceDays ?? 0) + 1;
  obligation.lateFeeTested = owed.lateFeeTested || testDay <= loan.day;
  addObligation(loan, obligation);
}
