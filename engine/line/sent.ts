// What a statement said when it was sent stays valid: a borrower who paid what it asked for is not late, and keeps
// grace, whatever is found out later.

import type { Moot } from '../account/loan.ts';
import type { Day } from '../values/day.ts';
import type { LineFactOf } from './facts.ts';
import type { Line } from './line.ts';
import type { LineObligation } from './state.ts';

/** A check of grace that belongs to this deadline moves with it. */
function moveDeadline({ position: p }: Line, o: LineObligation, deadline: Day): void {
  const before = o.deadline + 1;
  for (const { parts } of p.obligations) {
    for (const part of parts) {
      if (part.keepOn === before) part.keepOn = deadline + 1;
      if (part.restoreOn === before) part.restoreOn = deadline + 1;
    }
  }
  o.deadline = deadline;
}

export function keepSent(line: Line, fact: LineFactOf<'statementSent'>): Moot {
  const { position: p, terms } = line;
  const o = p.obligations.findLast((one) => one.kind === 'statement' && one.ordinal === fact.obligation);
  if (o === undefined || o.deadline < fact.on || o.isDeferred)
    return 'there is no such statement, or its deadline has passed';
  if (o.sent !== null) return 'it was sent before';
  const { minimum, newBalance, draws } = fact;
  o.sent = { minimum, newBalance, draws };
  p.latestAmount = Math.min(p.latestAmount, minimum);
  if (terms.regulation === 'none') return undefined;
  const hasGrace = p.draws.some((d) => d.terms.grace !== null);
  moveDeadline(line, o, Math.max(o.deadline, fact.on + (terms.regulation === 'card' || hasGrace ? 21 : 14)));
  return undefined;
}
