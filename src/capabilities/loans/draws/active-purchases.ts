// The purchases of a draw that are active: neither undone nor, of an authorization, released.
import { undoneBy } from '@tenor/engine/account/timeline.ts';
import type { LineFact } from '@tenor/engine/line/facts.ts';

/** Their ids; a purchase that was changed has a fact of its id and a number. */
export function activePurchases(facts: readonly LineFact[], draw: string): string[] {
  const undone = undoneBy(facts);
  const released = new Set(facts.flatMap((one) => (one.kind === 'release' ? [one.authorization] : [])));
  const ids = facts.flatMap((fact) =>
    isOnDraw(fact, draw) && !undone.has(fact.id) && !released.has(fact.id) ? [fact.id.split('.')[0] as string] : [],
  );
  return [...new Set(ids)];
}

const isOnDraw = (fact: LineFact, draw: string): boolean =>
  (fact.kind === 'purchase' || fact.kind === 'purchaseCredit' || fact.kind === 'authorization') && fact.draw === draw;
