// Which facts of a line change its past: a checkpoint that was stored for a later day has been computed without them.

import type { Reach } from '../account/tail.ts';
import type { LineFact } from './facts.ts';

export const lineReach: Reach<LineFact> = {
  isFromTheStart: (fact) => fact.kind === 'feeChange' && fact.type === 'draw',
  changes(fact, facts) {
    if (fact.kind === 'disputeOutcome' && fact.outcome === 'won') return [fact.purchase.id, fact.dispute];
    if (fact.kind !== 'drawCancel') return [];
    const activation = facts.find((one) => one.kind === 'drawActivation' && one.draw === fact.draw);
    return [activation?.id ?? 'the activation of the draw'];
  },
};
