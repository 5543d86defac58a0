// Terms with which no line, or no draw, can run.

import { TermsRefused } from '../account/terms.ts';
import { checkCycle } from './cycle.ts';
import type { DrawTerms, LineTerms } from './terms.ts';

/** Throws `TermsRefused`, naming the field. */
export function checkLineTerms(terms: LineTerms, hasGrace: boolean): void {
  const wrongDays = checkCycle(terms.cycle, terms, hasGrace);
  if (wrongDays !== undefined) throw new TermsRefused('cycle.days', wrongDays);
  const { regulation, payments, minimum } = terms;
  if (minimum.roundUpTo < 1) throw new TermsRefused('minimum.roundUpTo', 'is at least one cent');
  if (regulation !== 'card') return;
  if (payments.excess !== 'highestRate') {
    throw new TermsRefused('payments.excess', 'what is left of a payment on a card goes to the highest rate');
  }
  if (payments.aim !== 'due') {
    throw new TermsRefused('payments.aim', 'a payment on a card cannot be aimed beyond what is due of a draw');
  }
}

export function checkDrawTerms({ regulation }: Pick<LineTerms, 'regulation'>, terms: DrawTerms): void {
  const { grace, amortization, deferredInterest, fees, rates } = terms;
  if (grace !== null && amortization !== null)
    throw new TermsRefused('amortization', 'a draw with grace is not amortized');
  if (grace !== null && (grace.periodsToRestore < 1 || grace.periodsToEvaluate < 1)) {
    throw new TermsRefused('grace', 'takes at least one period to restore it, and one to evaluate');
  }
  if (rates.rates.length === 0) throw new TermsRefused('rates', 'a draw has at least one rate');
  const counted = amortization?.duration ?? 1;
  if (!Number.isInteger(counted) || counted < 1 || counted > 1_200) {
    throw new TermsRefused('amortization.duration', 'is 1 to 1,200 statements');
  }
  if (fees.draw.charged === 'apart' && regulation !== 'none') {
    throw new TermsRefused('fees.draw.charged', 'nothing may be due that no statement asked for');
  }
  if (fees.draw.charged === 'spread' && amortization === null) {
    throw new TermsRefused('fees.draw.charged', 'only over the instalments of an amortized draw');
  }
  const least = deferredInterest?.disqualifyOverdueDays ?? null;
  if (regulation === 'card' && least !== null && least < 60) {
    throw new TermsRefused('deferredInterest.disqualifyOverdueDays', 'is at least 60 on a card');
  }
}
