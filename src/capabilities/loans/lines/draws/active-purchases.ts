// The purchases of a draw that are active: neither undone nor, of an authorization, released or replaced.
import { undoneBy } from '@tenor/engine/account/timeline.ts';
import type { LineFact } from '@tenor/engine/line/facts.ts';

/** Their ids; a purchase that was changed has a fact of its id and a number. */
export function activePurchases(facts: readonly LineFact[], draw: string): string[] {
  const undone = undoneBy(facts);
  const there = facts.filter(({ id }) => !undone.has(id));
  const ended = new Set(there.flatMap(authorizationEnded));
  const ids = there.flatMap((fact) =>
    isOnDraw(fact, draw) && !ended.has(fact.id) ? [fact.id.split('.')[0] as string] : [],
  );
  return [...new Set(ids)];
}

/** Its hold is over: it was given back, or another purchase stands in its place. */
function authorizationEnded(fact: LineFact): string[] {
  if (fact.kind === 'release') return [fact.authorization];
  return fact.kind === 'purchase' && fact.authorization !== null ? [fact.authorization.id] : [];
}

const isOnDraw = (fact: LineFact, draw: string): boolean =>
  (fact.kind === 'purchase' || fact.kind === 'purchaseCredit' || fact.kind === 'authorization') && fact.draw === draw;
