// Replays an installment loan from its facts.

import type { Fact } from '../account/facts.ts';
import type { ProductRules } from '../account/product-rules.ts';
import { type ReplayOptions, replayBy } from '../account/replay.ts';
import { finished } from '../values/steps.ts';
import { activate, migrate } from './activation.ts';
import { apply, solveForRate } from './apply.ts';
import { beforeActivation } from './loan.ts';
import type { Position, State } from './state.ts';
import type { Terms } from './terms.ts';
import { turnDue } from './turn.ts';

export const installmentRules: ProductRules<Terms, Position> = {
  beforeActivation,
  begin: (loan, fact) => (fact.kind === 'activation' ? activate(loan, fact) : migrate(loan, fact)),
  turnDue,
  reset: (loan) => solveForRate(loan),
  apply,
};

const replayInstallment = replayBy(installmentRules);

export function replay(terms: Terms, facts: readonly Fact[], options: ReplayOptions<Position>): State {
  return finished(replayInstallment(terms, facts, options));
}
