// What a cycle may cost. Where the law bounds it (32 CFR 232.4: credit to servicemembers), the interest and fees of a cycle
// are at most a part of its balance; a statement gives up what is above before it is made (rules.md 15.21).

import { feeAccount, post, transfer } from '../account/ledger.ts';
import type { Fee } from '../account/records.ts';
import type { FeeType } from '../account/terms.ts';
import { scaled, scaleFor, share } from '../interest/exact.ts';
import { basisOf, type DayCount, openPeriod, weightBetween } from '../time/day-count.ts';
import type { Day } from '../values/day.ts';
import { formatScaled } from '../values/decimal.ts';
import { book, type Line, of } from './line.ts';
import type { CycleRate } from './records.ts';
import type { Billed, Draw, LineObligation } from './state.ts';

/** What goes wrong is no charge for credit (12 CFR 1026.4(c)(2)). */
const isCharge = (type: FeeType): boolean => type !== 'late' && type !== 'nsf';

/** Days over 360 make a year dearer than its rate: here they count over 365 (12 CFR 1026.14(d)). */
const basisOfCycle = (dayCount: DayCount): number => (dayCount === 'actual/360' ? 365 : basisOf(dayCount));

interface Kept {
  readonly billed: readonly Billed[];
  /** Null: nothing bounds it. */
  readonly cycle: CycleRate | null;
}

/**
 * Before a statement is made, or the line is charged off: fees that wait first, then interest that would be booked, then
 * what was paid already. A line that is paid off has no statement, so what was paid above is given back at once.
 */
export function keepCycleRate(line: Line, billed: readonly Billed[], day: Day, cause: string): Kept {
  const rate = line.terms.cycleRateMax;
  if (rate === null) return { billed, cycle: null };
  const basis = basisOfCycle(line.terms.interest.dayCount);
  const weighted = line.position.draws.reduce((sum, { balanceDays }) => sum + balanceDays, 0);
  const scale = scaleFor(rate);
  const max = share(weighted, scaled(rate, scale), scale * basis, 'cut');
  const charges = chargesOf(line, billed);
  const above = Math.max(0, charges - max);
  const fees = waiveCharges(line, above, day);
  const kept = billed.map((one) => ({ ...one }));
  const interest = leaveUnbooked(kept, above - fees);
  const givenBack = above - fees - interest;
  giveBack(line, givenBack, day, cause);
  return { billed: kept, cycle: { charges, max, weighted, basis, fees, interest, givenBack } };
}

/** Interest and fees since the last statement, as far as they are not given up yet. */
function chargesOf({ position: { period } }: Line, billed: readonly Billed[]): number {
  const interest = billed.reduce((sum, { inAll }) => sum + inAll, period.interest);
  const fees = Object.entries(period.fees).filter(([type]) => isCharge(type as FeeType));
  return fees.reduce((sum, [, amount]) => sum + amount, interest) - period.relieved;
}

/** A waiver by hand of a fee of the running cycle: it is no charge of it any more. What a statement bills was one before. */
export function noteRelief({ position: p }: Line, { type, on }: Fee, amount: number, o: LineObligation | null): void {
  const isBilled = o?.kind === 'statement' || o?.kind === 'moved';
  if (isCharge(type) && on >= p.periodStart && !isBilled) p.period.relieved += amount;
}

/** A settlement writes off the newest charges, and what nobody paid is not given back in money. */
export function noteSettled(line: Line, charges: number): void {
  line.position.period.relieved += Math.min(charges, Math.max(0, chargesOf(line, [])));
}

/** What was charged in the running cycle before the line was taken over; the balances stood since it began. */
export function takeOverCycle({ terms, position: p }: Line, on: Day): void {
  if (terms.cycleRateMax === null) return;
  for (const fee of [...p.waiting, ...p.draws.flatMap(({ waiting }) => waiting)]) {
    if (isCharge(fee.type)) p.period.relieved -= fee.open;
  }
  const weight = weightBetween(terms.interest.dayCount, p.periodStart, on, openPeriod(p.periodStart));
  for (const d of p.draws) if (d.terms.purpose !== 'static') d.balanceDays = d.principalOwed * weight;
}

/** Fees of the line, then of each draw; the last booked first. */
function waiveCharges(line: Line, above: number, day: Day): number {
  const { position: p } = line;
  let rest = above;
  const waiveIn = (fees: readonly Fee[], draw: Draw | null): void => {
    for (const fee of fees.toReversed()) rest -= waiveCharge(line, fee, Math.min(rest, fee.open), draw, day);
  };
  waiveIn(p.waiting, null);
  p.waiting = p.waiting.filter(({ open }) => open > 0);
  for (const d of p.draws) {
    waiveIn(d.waiting, d);
    d.waiting = d.waiting.filter(({ open }) => open > 0);
    waiveIn(d.spread?.fees ?? [], d);
  }
  return above - rest;
}

function waiveCharge(line: Line, fee: Fee, amount: number, draw: Draw | null, day: Day): number {
  const { position: p, entry } = line;
  // What a reimbursement made the borrower owe again waits like a fee, and is none.
  const isOfCycle = isCharge(fee.type) && fee.on >= p.periodStart && !fee.key.startsWith('reimbursement:');
  if (!isOfCycle || amount === 0) return 0;
  fee.open -= amount;
  transfer(line, of(feeAccount[fee.type].notDue, draw), 'waivedFees', amount);
  entry.fees += amount;
  countGivenUp(line, amount);
  book(line, day, 'waiver', `cycleRate:${fee.key}`, amount, draw?.id ?? null);
  return amount;
}

/** Draws in the order of activation. */
function leaveUnbooked(billed: { -readonly [K in keyof Billed]: Billed[K] }[], above: number): number {
  let rest = above;
  for (const one of billed) {
    const less = Math.min(rest, one.interest);
    one.interest -= less;
    one.inAll -= less;
    one.draw.booked -= less;
    one.draw.forgoneByCap.whole += less;
    rest -= less;
  }
  return above - rest;
}

/** What was paid already is customer credit. */
function giveBack(line: Line, amount: number, day: Day, cause: string): void {
  const { position: p, entry } = line;
  if (amount === 0) return;
  if (p.customerCredit === 0) p.creditSince = day;
  p.customerCredit += amount;
  entry.over = amount;
  post(line, 'serviceCredits', amount);
  post(line, 'customerCredit', -amount);
  countGivenUp(line, amount);
  book(line, day, 'serviceCredit', `cycleRate:${cause}`, amount);
}

function countGivenUp({ position: p }: Line, amount: number): void {
  p.period.credits += amount;
  p.period.relieved += amount;
}

/** What is left of the charges, for a year, of the average balance: six decimals, cut. Null: there was no balance. */
export function cycleRateText({ charges, fees, interest, givenBack, weighted, basis }: CycleRate): string | null {
  if (weighted === 0) return null;
  const left = BigInt(charges - fees - interest - givenBack);
  const millionths = (left * BigInt(basis) * 1_000_000n) / BigInt(weighted);
  return formatScaled({ isNegative: false, digits: String(millionths) }, 6);
}
