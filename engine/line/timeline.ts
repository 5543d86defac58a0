// What is decided before the fold: a dispute that was won, a draw that was canceled, a draw fee that was changed. Each
// is an undo, or another fact in place of one: the past is as if it had always been so.

import { isUndo, type UndoFact } from '../account/order.ts';
import { undoneBy, wasKnown } from '../account/timeline.ts';
import type { Instant } from '../values/instant.ts';
import type { LineFact, LineFactOf } from './facts.ts';
import type { Returned } from './state.ts';

interface Prepared {
  readonly facts: readonly LineFact[];
  /** For each returned payment the day on which it had been received. */
  readonly returned: readonly Returned[];
}

export function prepare(all: readonly LineFact[], knownAt: Instant | undefined): Prepared {
  const facts = knownAt === undefined ? all : all.filter((fact) => wasKnown(fact, knownAt));
  const decided = facts.filter(decides);
  if (decided.length === 0) return { facts, returned: [] };
  const undone = undoneBy(facts);
  const undos: UndoFact[] = [];
  const drawFees = new Map<string, LineFactOf<'feeChange'>>();
  /** For each dispute that was won its outcome, which takes it out of the past. */
  const won = new Map<string, string>();
  for (const fact of decided) {
    if (undone.has(fact.id)) continue;
    if (fact.kind === 'disputeOutcome') {
      const taken = undosOf(fact).filter(({ of }) => facts.some(({ id }) => id === of && !undone.has(id)));
      if (won.has(fact.dispute) || taken.length === 0) continue;
      won.set(fact.dispute, fact.id);
      undos.push(...taken);
    }
    if (fact.kind === 'drawCancel') undos.push(...canceling(fact, facts));
    else if (fact.kind === 'feeChange' && fact.draw !== null) drawFees.set(fact.draw, fact);
  }
  const changed = drawFees.size === 0 ? facts : facts.map((fact) => withDrawFee(fact, drawFees));
  const settled = new Set(won.values());
  const left = settled.size === 0 ? changed : changed.filter(({ id }) => !settled.has(id));
  return { facts: undos.length === 0 ? left : [...left, ...undos], returned: returnedIn(facts) };
}

function decides(fact: LineFact): boolean {
  switch (fact.kind) {
    case 'disputeOutcome':
      return fact.outcome === 'won';
    case 'feeChange':
      return fact.type === 'draw';
    case 'drawCancel':
    case 'undo':
      return true;
    default:
      return false;
  }
}

/**
 * Won: the purchase is replayed without its disputed part, and so without the dispute. The outcome carries what it needs
 * of both, as either may lie before the checkpoint at which the replay begins; without both it is moot.
 */
function undosOf({ id, on, dispute, purchase, amount, recordedAt }: LineFactOf<'disputeOutcome'>): UndoFact[] {
  return [
    undo(`${id}:dispute`, { on, of: dispute, recordedAt }),
    { ...undo(`${id}:purchase`, { on, of: purchase.id, recordedAt }), amount },
  ];
}

function canceling({ id, on, draw, recordedAt }: LineFactOf<'drawCancel'>, facts: readonly LineFact[]): UndoFact[] {
  return facts
    .filter((fact) => fact.kind === 'drawActivation' && fact.draw === draw)
    .map((activation) => undo(`${id}:${activation.id}`, { on, of: activation.id, recordedAt }));
}

function undo(
  id: string,
  { on, of, recordedAt }: Pick<UndoFact, 'on' | 'of'> & { readonly recordedAt: Instant | undefined },
): UndoFact {
  const known = recordedAt === undefined ? {} : { recordedAt };
  return { id, kind: 'undo', on, of, reason: 'reversed', happenedOn: on, amount: null, nsfFee: false, ...known };
}

function withDrawFee(fact: LineFact, changes: ReadonlyMap<string, LineFactOf<'feeChange'>>): LineFact {
  const change = fact.kind === 'drawActivation' ? changes.get(fact.draw) : undefined;
  if (change === undefined || fact.kind !== 'drawActivation') return fact;
  const { terms } = fact;
  return { ...fact, terms: { ...terms, fees: { ...terms.fees, draw: { ...terms.fees.draw, amount: change.amount } } } };
}

function returnedIn(facts: readonly LineFact[]): Returned[] {
  const returned: Returned[] = [];
  for (const fact of facts) {
    if (!isUndo(fact) || !fact.nsfFee) continue;
    const on = facts.find(({ id }) => id === fact.of)?.on;
    if (on !== undefined) returned.push({ key: `nsf:${fact.id}`, on, ordinal: null, isKnown: false });
  }
  return returned;
}
