// What a statement asks for (8.1; rules.md 15.7 to 15.7b), as arithmetic on its numbers.

import type { LineMinimum, MinimumOfBalance } from '../../line/terms.ts';
import { ofDecimal, rational, times, wholeCents } from '../rational.ts';

export interface Ask {
  /** P, i and f of section 8.1. */
  readonly principal: number;
  readonly interest: number;
  readonly fees: number;
  readonly percentage: string;
  readonly amount: number;
  /** Only an amortized draw has one: the principal of its instalment. */
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
  /** What the balance of the whole statement asks for (15.7a); zero when nothing is asked for so. */
  readonly byBalance: number;
  /** V: how far the statement balance and disputed amounts are above the limit; zero when that is not asked for. */
  readonly above: number;
  readonly overLimitBeyond: LineMinimum['overLimitBeyond'];
  /** O: what all older obligations ask for. */
  readonly due: number;
}

interface OfStatement {
  /** B. */
  readonly balance: number;
  readonly interest: number;
  readonly fees: number;
}

/** 15.7a: what the first tier asks for whose bound the balance does not pass. */
export function askedByBalance({ tiers, plus }: MinimumOfBalance, { balance, interest, fees }: OfStatement): number {
  const tier = tiers.find(({ upTo }) => upTo === null || upTo >= balance);
  if (tier === undefined) throw new RangeError('the last tier has no bound');
  const asked = Math.max(tier.amount, shareOf(tier.percent, balance));
  if (plus === 'nothing') return asked;
  return asked + interest + (plus === 'interestAndFees' ? fees : 0);
}

/** 15.7b: X. */
function notAskedTwice({ overLimitBeyond, due }: OfLine, regular: number): number {
  if (overLimitBeyond === 'nothing') return 0;
  return overLimitBeyond === 'pastDue' ? due : due + regular;
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
  const wanted = Math.ceil(Math.max(line.floor, parts, line.byBalance) / line.roundUpTo) * line.roundUpTo;
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
  const overLimit = Math.min(notDue, Math.max(0, line.above - notAskedTwice(line, regular)));
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
