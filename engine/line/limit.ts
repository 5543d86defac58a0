// How much may still be spent: the limit less what is owed, disputed, held, and paid by money that may still come back.

import type { Day } from '../values/day.ts';
import type { Line } from './line.ts';
import { chargedOffOf, chargedOffOfDraw, chargesOwed, disputedOf, owedOf } from './owed.ts';
import type { Draw, Uncleared } from './state.ts';

/** Of the line. */
export const availableOf = (line: Line, day: Day): number => Math.max(0, line.position.limit - usedOf(line, day));

/** What uses the limit. */
export function usedOf(line: Line, day: Day): number {
  const { position: p } = line;
  let used = owedOf(line) + chargedOffOf(p) + disputedOf(p);
  for (const { amount } of p.holds) used += amount;
  for (const one of p.uncleared) {
    if (!isUncleared(line, one, day)) continue;
    used += one.fromLine;
    for (const id in one.taken) used += one.taken[id]!;
  }
  return used;
}

/** What may be spent on a draw: its own limit and that of the line must both hold. */
export function availableOn(line: Line, d: Draw, day: Day): number {
  const ofLine = availableOf(line, day);
  if (d.limit === null) return ofLine;
  const { position: p } = line;
  let used = d.principalOwed + d.disputed + chargesOwed(line, d) + chargedOffOfDraw(d);
  for (const { draw, amount } of p.holds) if (draw === d.id) used += amount;
  for (const one of p.uncleared) if (isUncleared(line, one, day)) used += one.taken[d.id] ?? 0;
  return Math.max(0, Math.min(ofLine, d.limit - used));
}

/** A pending payment frees the limit some days after its effective date, if the product says so. */
export function isUncleared({ terms }: Line, { on }: Uncleared, day: Day): boolean {
  return terms.paymentHoldDays === null || day < on + terms.paymentHoldDays;
}

export function overLimitOf(line: Line): number {
  const { position: p } = line;
  return Math.max(0, owedOf(line) + chargedOffOf(p) + disputedOf(p) - p.limit);
}
