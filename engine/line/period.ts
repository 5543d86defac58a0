// The change from one period to the next.

import type { Day } from '../values/day.ts';
import { accrue, earnsNothing, factorSoFar, startStretches } from './accrual.ts';
import { nextPeriod } from './cycle.ts';
import { isUncleared } from './limit.ts';
import type { Line } from './line.ts';

/** On the statement date, after the statement if one is made. */
export function beginPeriod(line: Line, day: Day): void {
  const { position: p } = line;
  ageDisputes(line, day);
  for (const d of p.draws) {
    accrue(line, d, day);
    startStretches(line, d);
    d.opening = d.principalOwed;
    d.bought = 0;
    d.repaid = 0;
    d.hasBought = false;
    d.accruesSince = d.hasGrace ? null : day;
  }
  nextPeriod(p);
  if (p.uncleared.length > 0) p.uncleared = p.uncleared.filter((one) => isUncleared(line, one, day));
  p.lateFees.ordinals = p.lateFees.ordinals.filter((ordinal) => ordinal >= p.ordinal - 7);
}

/** Interest that a lost dispute may cost grows by the days of the period on which its draw had no grace. */
function ageDisputes(line: Line, day: Day): void {
  const { position: p } = line;
  if (p.disputes.length === 0) return;
  p.disputes = p.disputes.map((one) => {
    const d = line.byId.get(one.purchase.draw)!;
    accrue(line, d, day);
    const now = factorSoFar(d);
    return { ...one, since: now, factor: earnsNothing(d) ? one.factor : one.factor + now - one.since };
  });
}

/** Nothing is billed of periods that pass while the line is paid off or charged off. */
export function passPeriods(line: Line, day: Day): void {
  while (line.position.statementOn <= day) beginPeriod(line, line.position.statementOn);
}
