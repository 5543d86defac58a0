// The minimum payment: what a statement asks for. Interest and fees are always inside it, and it is never more than
// what is owed.

import type { Draw } from './state.ts';

/** What is not yet billed of one draw, and what its terms ask of it. */
export interface Unbilled {
  readonly draw: Draw;
  readonly principal: number;
  readonly interest: number;
  readonly fees: number;
  /** Of principal, before the line's own floor and limit. */
  asked: number;
  /** False: its minimum is overridden, so its principal is not used to reach the floor. */
  readonly isLifted: boolean;
}

interface LineAsks {
  readonly lineFees: number;
  readonly floor: number;
  readonly roundUpTo: number;
  /** What is owed above the limit after the statement; zero if it is not asked for. */
  readonly overLimit: number;
}

/** Sets how much principal of each draw becomes due, in the order of the product; returns the part above the limit. */
export function askMinimum(draws: readonly Unbilled[], { lineFees, floor, roundUpTo, overLimit }: LineAsks): number {
  let asked = lineFees;
  let left = 0;
  for (const one of draws) {
    asked += one.asked + one.interest + one.fees;
    if (one.isLifted) left += one.principal - one.asked;
  }
  const wanted = Math.ceil(Math.max(floor, asked) / roundUpTo) * roundUpTo;
  let lift = Math.min(asked + left, wanted) - asked;
  for (const one of draws) if (one.isLifted) lift -= ask(one, lift);
  let over = overLimit;
  for (const one of draws) over -= ask(one, over);
  return overLimit - over;
}

function ask(one: Unbilled, amount: number): number {
  const more = Math.min(amount, one.principal - one.asked);
  one.asked += more;
  return more;
}
