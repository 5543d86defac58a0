// What a statement asks for (8.1), as arithmetic on its numbers.

import { ofDecimal, rational, times, wholeCents } from '../rational.ts';

export interface Ask {
  /** P, i and f of section 8.1. */
  readonly principal: number;
  readonly interest: number;
  readonly fees: number;
  readonly percentage: string;
  readonly amount: number;
  /** Of an amortized draw: the principal of its instalment. */
  readonly instalment: number | null;
  readonly isUnderOverride: boolean;
}

export interface Asked {
  /** The principal that turns due, by draw, in the order given. */
  readonly principals: readonly number[];
  readonly amount: number;
  readonly overLimit: number;
}

interface OfLine {
  readonly fees: number;
  readonly floor: number;
  readonly roundUpTo: number;
  /** How far the statement balance and disputed amounts are above the limit; zero when that is not asked for. */
  readonly above: number;
}

/** Percentages are cut to cents, once (1.3). */
export function shareOf(percentage: string, amount: number): number {
  return wholeCents(times(ofDecimal(percentage, 12), rational(amount)));
}

/** The draws stand in `drawOrder`. */
export function minimumOf(asks: readonly Ask[], line: OfLine): Asked {
  const principals = asks.map(principalOfPart);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const parts = sum(asks.map(({ interest, fees }, k) => interest + fees + (principals[k] ?? 0))) + line.fees;
  const liftable = sum(asks.map((ask, k) => (ask.isUnderOverride ? 0 : ask.principal - (principals[k] ?? 0))));
  const wanted = Math.ceil(Math.max(line.floor, parts) / line.roundUpTo) * line.roundUpTo;
  const regular = Math.min(parts + liftable, wanted);
  const raise = (amount: number, which: (ask: Ask) => boolean) => {
    let left = amount;
    for (const [k, ask] of asks.entries()) {
      const more = which(ask) ? Math.min(left, ask.principal - (principals[k] ?? 0)) : 0;
      principals[k] = (principals[k] ?? 0) + more;
      left -= more;
    }
  };
  raise(regular - parts, ({ isUnderOverride }) => !isUnderOverride);
  const notDue = sum(asks.map(({ principal }, k) => principal - (principals[k] ?? 0)));
  const overLimit = Math.min(notDue, line.above);
  raise(overLimit, () => true);
  return { principals, amount: regular + overLimit, overLimit };
}

function principalOfPart(ask: Ask): number {
  const { principal, interest, fees, percentage, amount, instalment } = ask;
  if (instalment !== null) return instalment;
  const byPercentage = shareOf(percentage, principal) + interest + fees;
  const part = Math.min(principal + interest + fees, Math.max(amount, byPercentage));
  return Math.max(0, part - interest - fees);
}
