import type { Fact } from '@tenor/engine/account/facts.ts';
import type { LineFact } from '@tenor/engine/line/facts.ts';
import type { LinePosition } from '@tenor/engine/line/state.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { LoanRow } from '../../loan/tables.ts';
import { ownFact, ownPosition } from './own-books.ts';

/** A dispute that is won changes its purchase; a canceled draw never began; a draw fee counts from the activation. */
export function firstDayOf(of: Fact, position: LinePosition | null): Day {
  const fact = ownFact(of);
  if (fact.kind === 'disputeOutcome' && fact.outcome === 'won') return Math.min(fact.on, fact.purchase.on);
  const draw = position?.draws.find(({ id }) => 'draw' in fact && id === fact.draw);
  const isOfActivation = fact.kind === 'drawCancel' || (fact.kind === 'feeChange' && fact.type === 'draw');
  return isOfActivation ? (draw?.activatedOn ?? position?.startedOn ?? fact.on) : fact.on;
}

const fromADay: ReadonlySet<LineFact['kind']> = new Set<LineFact['kind']>([
  'index',
  'rate',
  'promo',
  'ceiling',
  'undo',
]);

/** The draw fee counts from the activation; other fees change for what comes after the change. */
export function hasNoMoment(of: Fact): boolean {
  const fact = ownFact(of);
  return fromADay.has(fact.kind) || (fact.kind === 'feeChange' && fact.type === 'draw');
}

/** What is dated by a day alone and may name a draw. A purchase has its instant, which it shows. */
const datedByDay: ReadonlySet<LineFact['kind']> = new Set<LineFact['kind']>([
  'rate',
  'promo',
  'payment',
  'serviceCredit',
]);

export function followsActivation(of: Fact, loan: Pick<LoanRow, 'state'>, beside: readonly Fact[]): boolean {
  const fact = ownFact(of);
  if (!datedByDay.has(fact.kind) || !('draw' in fact) || fact.draw === null) return false;
  const { draw, on } = fact;
  const isBeside = beside
    .map(ownFact)
    .some((other) => other.kind === 'drawActivation' && other.draw === draw && other.on === on);
  const draws = ownPosition(loan)?.draws ?? [];
  return isBeside || draws.some(({ id, activatedOn }) => id === draw && activatedOn === on);
}
