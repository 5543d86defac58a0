// Terms with which no line, or no draw, can run.

import { FactRefused } from '../account/facts.ts';
import { TermsRefused } from '../account/terms.ts';
import { undoneBy } from '../account/timeline.ts';
import { checkCycle } from './cycle.ts';
import type { LineFact } from './facts.ts';
import type { DrawTerms, LineTerms } from './terms.ts';

/** What a promo on a card keeps to (1026.55): the shortest six months, and so many days past due before it is lost. */
export const promoOnCard = { daysMin: 181, disqualifyOverdueDaysMin: 60 } as const;

/** Throws `TermsRefused`, naming the field. */
export function checkLineTerms(terms: LineTerms, hasGrace: boolean): void {
  const wrongDays = checkCycle(terms.cycle, terms, hasGrace);
  if (wrongDays !== undefined) throw new TermsRefused('cycle.days', wrongDays);
  const { regulation, interest, payments, minimum } = terms;
  if (minimum.roundUpTo < 1) throw new TermsRefused('minimum.roundUpTo', 'is at least one cent');
  checkTiers(minimum.ofBalance);
  if (interest.accrual === 'compoundDaily' && interest.balanceMethod === 'average')
    throw new TermsRefused('interest.balanceMethod', 'compounds every day, so an average of days is no balance');
  if (regulation !== 'card') return;
  if (payments.excess !== 'highestRate') {
    throw new TermsRefused('payments.excess', 'what is left of a payment on a card goes to the highest rate');
  }
  if (payments.aim !== 'due') {
    throw new TermsRefused('payments.aim', 'a payment on a card cannot be aimed beyond what is due of a draw');
  }
}

/** Every balance has its tier. */
function checkTiers(ofBalance: LineTerms['minimum']['ofBalance']): void {
  if (ofBalance === null) return;
  const { tiers } = ofBalance;
  tiers.forEach(({ upTo, percent, amount }, i) => {
    const path = `minimum.ofBalance.tiers[${i}]`;
    const before = tiers[i - 1]?.upTo ?? 0;
    const isLast = i === tiers.length - 1;
    if (isLast && upTo !== null) throw new TermsRefused(`${path}.upTo`, 'the last tier has no bound');
    if (!isLast && (upTo === null || upTo <= before))
      throw new TermsRefused(`${path}.upTo`, 'is above that of the tier before, and above zero');
    if (Number(percent) < 0 || Number(percent) > 1) throw new TermsRefused(`${path}.percent`, 'is 0 to 1');
    if (amount < 0) throw new TermsRefused(`${path}.amount`, 'is not below zero');
  });
  if (tiers.length === 0) throw new TermsRefused('minimum.ofBalance.tiers', 'has at least one tier');
}

/** Throws `FactRefused` for a rate over the index before any fact says what the index is. In a replay it is zero then. */
export function checkIndexes(facts: readonly LineFact[]): void {
  const undone = undoneBy(facts);
  const known = facts.filter(({ id, kind }) => kind === 'index' && !undone.has(id)).map(({ on }) => on);
  const first = Math.min(...known);
  for (const fact of facts) {
    if (!undone.has(fact.id) && fact.on < first && isOverIndex(fact))
      throw new FactRefused(fact.id, 'has a rate over the index, and no index fact stands on its day or before');
  }
}

function isOverIndex(fact: LineFact): boolean {
  const hasSpread = ({ rates }: DrawTerms): boolean => rates.rates.some(({ type }) => type === 'spread');
  if (fact.kind === 'rate') return fact.type === 'spread';
  if (fact.kind === 'drawActivation') return hasSpread(fact.terms);
  return fact.kind === 'migration' && fact.draws.some(({ terms }) => hasSpread(terms));
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
  if (regulation !== 'card') return;
  if (least !== null && least < promoOnCard.disqualifyOverdueDaysMin) {
    throw new TermsRefused('deferredInterest.disqualifyOverdueDays', 'is at least 60 on a card');
  }
  rates.promos.forEach(({ days, disqualifyOverdueDays }, i) => {
    if (days !== null && days < promoOnCard.daysMin)
      throw new TermsRefused(`rates.promos[${i}].days`, 'a promo on a card lasts at least six months');
    if (disqualifyOverdueDays !== null && disqualifyOverdueDays < promoOnCard.disqualifyOverdueDaysMin)
      throw new TermsRefused(`rates.promos[${i}].disqualifyOverdueDays`, 'is at least 60 on a card');
  });
}
