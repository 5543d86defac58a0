// The minimum payment: what a statement asks for. Interest and fees are always inside it, and it is never more than
// what is owed.

import { percentOf } from './fees.ts';
import type { Draw } from './state.ts';
import type { MinimumOfBalance } from './terms.ts';

/** What is not yet billed of one draw, and what its terms ask of it. */
export interface Unbilled {
  readonly draw: Draw;
  readonly principal: number;
  readonly interest: number;
  readonly fees: number;
  /** The principal that is asked for, before the line's own floor and limit. */
  asked: number;
  /** False: its minimum is overridden, so its principal is not used to reach the floor. */
  readonly isLifted: boolean;
}

interface LineAsks {
  readonly lineFees: number;
  /** The line asks for at least so much: its floor, or what it asks for by the balance. */
  readonly floor: number;
  readonly roundUpTo: number;
  /** What is above the limit comes due besides; it may depend on what is asked for otherwise. */
  readonly overLimit: (regular: number) => number;
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
  const regular = Math.min(asked + left, wanted);
  let lift = regular - asked;
  for (const one of draws) if (one.isLifted) lift -= ask(one, lift);
  const above = overLimit(regular);
  let over = above;
  for (const one of draws) over -= ask(one, over);
  return above - over;
}

function ask(one: Unbilled, amount: number): number {
  const more = Math.min(amount, one.principal - one.asked);
  one.asked += more;
  return more;
}

/** A statement as a whole: everything owed after it, and of that the interest and the fees that it bills. */
interface Balance {
  readonly balance: number;
  readonly interest: number;
  readonly fees: number;
}

/** What the line asks for by the balance of the statement. */
export function askedByBalance({ tiers, plus }: MinimumOfBalance, { balance, interest, fees }: Balance): number {
  const { percent, amount } = tiers.find(({ upTo }) => upTo === null || balance <= upTo)!;
  const more = { nothing: 0, interest, interestAndFees: interest + fees }[plus];
  return Math.max(amount, percentOf(balance, percent)) + more;
}
