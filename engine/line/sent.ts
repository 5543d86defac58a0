// What a statement said when it went out stands: who paid what he was told is neither late nor without grace, whatever
// is found out later.

import type { Moot } from '../account/loan.ts';
import type { LineFactOf } from './facts.ts';
import type { Line } from './line.ts';

export function keepSent(line: Line, fact: LineFactOf<'statementSent'>): Moot {
  const { position: p, terms } = line;
  const o = p.obligations.find((one) => one.kind === 'statement' && one.ordinal === fact.obligation);
  if (o === undefined) return 'there is no such statement, or nothing of it is open any more';
  const { minimum, newBalance, draws } = fact;
  o.sent = { minimum, newBalance, draws };
  if (o.ordinal === p.ordinal - 1) p.latestAmount = Math.min(p.latestAmount, minimum);
  if (!o.hasTurned) {
    const hasGrace = p.draws.some((d) => d.terms.grace !== null);
    const days = terms.regulation === 'card' || hasGrace ? 21 : 14;
    if (terms.regulation !== 'none') o.deadline = Math.max(o.deadline, fact.on + days);
  }
  return undefined;
}
