// The change from one period to the next.

import type { Day } from '../values/day.ts';
import { accrueAll, countDisputes, startStretches } from './accrual.ts';
import { nextPeriod } from './cycle.ts';
import { isUncleared } from './limit.ts';
import type { Line } from './line.ts';

/** On the statement date, after the statement if one is made. */
export function beginPeriod(line: Line, day: Day): void {
  const { position: p } = line;
  accrueAll(line, day);
  countDisputes(line);
  for (const d of p.draws) {
    startStretches(line, d);
    d.opening = d.principalOwed;
    d.bought = 0;
    d.repaid = 0;
    d.hasBought = false;
    d.accruesSince = d.hasGrace ? null : day;
  }
  if (p.takenBack.length > 0) {
    p.takenBack = [];
    p.disputes = p.disputes.map((one) => ({ ...one, tookBack: 0 }));
  }
  nextPeriod(p);
  if (p.uncleared.length > 0) p.uncleared = p.uncleared.filter((one) => isUncleared(line, one, day));
  // Six obligations back count, and an old one may still be tested or notified.
  p.lateFees.ordinals = p.lateFees.ordinals.filter((ordinal) => ordinal >= p.ordinal - 60);
}

/** Nothing is billed of periods that pass while the line is paid off or charged off. */
export function passPeriods(line: Line, day: Day): void {
  while (line.position.statementOn <= day) beginPeriod(line, line.position.statementOn);
}
