import type { Fact } from '@tenor/engine/account/facts.ts';
import type { LineFact } from '@tenor/engine/line/facts.ts';
import type { LinePosition } from '@tenor/engine/line/state.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import { ownFact } from './own-books.ts';

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
