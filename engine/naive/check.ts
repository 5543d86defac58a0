// Terms and facts that contradict themselves (section 13 of the rules).

import { type Fact, type FactOf, FactRefused } from '../account/facts.ts';
import { TermsRefused } from '../account/terms.ts';
import type { Terms } from '../installment/terms.ts';
import { faultOfDueDays } from './series.ts';

function isAmount(amount: number | null): boolean {
  return amount === null || (Number.isSafeInteger(amount) && amount >= 0);
}

export function checkTerms(terms: Terms): void {
  const amounts = {
    ...amountsOfPayments(terms),
    ...amountsOfFees(terms),
    principal: terms.principal,
    amountFinanced: terms.amountFinanced,
    'interest.totalCap': terms.interest.totalCap,
    'delinquency.tolerance': terms.delinquency.tolerance,
    'delinquency.accelerationDueWithin': terms.delinquency.accelerationDueWithin,
    'delinquency.chargeOffDueWithin': terms.delinquency.chargeOffDueWithin,
    'merchantDiscount.amount': terms.merchantDiscount?.amount ?? null,
  };
  for (const [path, amount] of Object.entries(amounts)) {
    if (!isAmount(amount)) throw new TermsRefused(path, 'below zero, or not whole');
  }
  for (const [place, { days }] of [...terms.interest.rates, ...terms.interest.promos].entries()) {
    if (!isAmount(days)) throw new TermsRefused(`interest.rates.${place}.days`, 'below zero, or not whole');
  }
  const { charge, wholeAfter } = terms.interest.precomputed ?? { charge: 0, wholeAfter: null };
  if (charge !== 'byRate' && !isAmount(charge)) throw new TermsRefused('interest.precomputed.charge', 'below zero');
  if (!isAmount(wholeAfter)) throw new TermsRefused('interest.precomputed.wholeAfter', 'below zero');
  checkResets(terms);
  if (terms.interest.stepCap?.startsWith('-')) throw new TermsRefused('interest.stepCap', 'below zero');
  if ([...terms.waterfall.order].sort().join() !== 'fees,interest,principal') {
    throw new TermsRefused('waterfall.order', 'not each component once');
  }
  checkPayments(terms);
}

function checkResets({ interest }: Terms): void {
  const resets = interest.resets ?? null;
  if (resets === null) return;
  const { everyMonths, lookbackDays } = resets;
  if (!(Number.isInteger(everyMonths) && everyMonths >= 1))
    throw new TermsRefused('interest.resets.everyMonths', 'not above zero');
  if (!isAmount(lookbackDays)) throw new TermsRefused('interest.resets.lookbackDays', 'below zero, or not whole');
  for (const name of ['roundTo', 'firstCap', 'periodicCap', 'lifetimeCap', 'lifetimeDrop'] as const) {
    if (resets[name]?.startsWith('-')) throw new TermsRefused(`interest.resets.${name}`, 'below zero');
  }
}

function amountsOfPayments({ payments }: Terms): Record<string, number | null> {
  return {
    'payments.amount': payments.amount,
    'payments.bufferDays': payments.bufferDays,
    'payments.interestOnly': payments.interestOnly,
    'payments.balloon': payments.balloon,
    ...Object.fromEntries(payments.plannedAdvances.map(({ amount }, k) => [`payments.plannedAdvances.${k}`, amount])),
    ...Object.fromEntries((payments.schedule ?? []).map(({ amount }, k) => [`payments.schedule.${k}`, amount])),
  };
}

function amountsOfFees({ fees }: Terms): Record<string, number | null> {
  const { origination, periodic, late, nsf } = fees;
  return {
    'fees.nsf': nsf,
    'fees.origination': origination?.amount ?? null,
    'fees.late.graceDays': late?.graceDays ?? null,
    'fees.late.flat': late?.flat ?? null,
    'fees.late.min': late?.min ?? null,
    'fees.late.max': late?.max ?? null,
    'fees.late.yearlyCap': late?.yearlyCap ?? null,
    'fees.late.lifetimeCap': late?.lifetimeCap ?? null,
    ...Object.fromEntries(periodic.map(({ amount }, k) => [`fees.periodic.${k}.amount`, amount])),
    ...Object.fromEntries(periodic.map(({ cap }, k) => [`fees.periodic.${k}.cap`, cap])),
  };
}

function checkPayments({ payments, interest }: Terms): void {
  if (interest.dayCount === 'periodic' && payments.frequency === 'singleTerm')
    throw new TermsRefused('interest.dayCount', 'a single term has no periods');
  const { count, rounding, schedule, endDate, frequency } = payments;
  if (rounding.unit < 1) throw new TermsRefused('payments.rounding.unit', 'not above zero');
  if (schedule !== null) {
    const isRising = schedule.every(({ on }, place) => place === 0 || on > (schedule[place - 1]?.on ?? on));
    if (schedule.length === 0 || !isRising)
      throw new TermsRefused('payments.schedule', 'dates do not follow each other');
    return;
  }
  const fault = faultOfDueDays(payments);
  if (fault !== undefined) throw new TermsRefused('payments.days', fault);
  if (count !== null && (!Number.isInteger(count) || count < 1))
    throw new TermsRefused('payments.count', 'not above zero');
  if (frequency === 'singleTerm') {
    if (endDate === null) throw new TermsRefused('payments.endDate', 'a single term needs its due date');
  } else if (count === null && payments.amount === null && endDate === null) {
    throw new TermsRefused('payments.count', 'nothing says how many payments');
  }
}

export function checkFact(fact: Fact): void {
  // What is undone in part may become more by it: a fee that is raised.
  if (fact.kind !== 'undo' && 'amount' in fact && !isAmount(fact.amount))
    throw new FactRefused(fact.id, 'its amount is below zero');
  if (fact.kind === 'dueDateChange') {
    const fault = faultOfDueDays(fact);
    if (fault !== undefined) throw new FactRefused(fact.id, fault);
  }
  if (fact.kind === 'plan' && fact.count < 0) throw new FactRefused(fact.id, 'no payments');
  if (fact.kind === 'reamortization' && fact.count !== null && fact.count < 1)
    throw new FactRefused(fact.id, 'no payments');
  if (fact.kind === 'reAge' && !isAmount(fact.addedDates)) throw new FactRefused(fact.id, 'fewer than no dates');
  if (fact.kind === 'migration') checkMigration(fact);
}

function checkMigration(fact: FactOf<'migration'>): void {
  const { principal, payment, dueDates, obligations, paid, ordinal, periodStart, originatedOn, on } = fact;
  const inObligations = obligations.flatMap((owed) => [owed.interest, owed.principal, owed.lateFees]);
  const amounts = [principal, payment, paid.principal, paid.interest, paid.fees, ...inObligations];
  if (!amounts.every(isAmount)) throw new FactRefused(fact.id, 'an amount is below zero');
  if (!/^\d+(\.\d{1,6})?$/.test(fact.accruedInterest)) throw new FactRefused(fact.id, 'no accrued interest');
  const isRising = dueDates.every((date, place) => date > (dueDates[place - 1] ?? on));
  if (!isRising) throw new FactRefused(fact.id, 'its due dates are not after it, one after the other');
  if (obligations.some((owed) => owed.ordinal >= ordinal)) throw new FactRefused(fact.id, 'an ordinal is there twice');
  if (periodStart > on || originatedOn > on) throw new FactRefused(fact.id, 'its period has not begun');
}
