// How much may still be spent: the limit less what is owed, disputed, held, and paid by money that may still come back.

import type { Day } from '../values/day.ts';
import type { Line } from './line.ts';
import { chargedOffOf, chargedOffOfDraw, chargesOwed, disputedOf, owedOf } from './owed.ts';
import type { Draw, Uncleared } from './state.ts';

/** What the whole line may still spend. */
export const availableOf = (line: Line, day: Day): number => Math.max(0, line.position.limit - usedOf(line, day));

/** What uses the limit. */
const usedOf = (line: Line, day: Day): number => utilizationOf(line) + onHoldOf(line) + unclearedOf(line, day);

/** What is owed and disputed. */
export const utilizationOf = (line: Line): number =>
  owedOf(line) + chargedOffOf(line.position) + disputedOf(line.position);

/** What authorizations hold. */
export const onHoldOf = ({ position: { holds } }: Line): number => holds.reduce((sum, { amount }) => sum + amount, 0);

/** What payments have taken that may still come back. */
export function unclearedOf(line: Line, day: Day): number {
  let taken = 0;
  for (const one of line.position.uncleared) {
    if (!isUncleared(line, one, day)) continue;
    taken += one.fromLine;
    for (const id in one.taken) taken += one.taken[id]!;
  }
  return taken;
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

export const overLimitOf = (line: Line): number => Math.max(0, utilizationOf(line) - line.position.limit);
