// What a statement tells: from the balance of the one before to the new one, interest by rate, the year so far.

import { add as addExact } from '../interest/exact.ts';
import type { Day } from '../values/day.ts';
import { averageOf, interestOf, isVariable, ratesToCome } from './accrual.ts';
import { lateFeeOf } from './late-fee.ts';
import { availableOf } from './limit.ts';
import { emptyPeriod, type Line, yearOfDay } from './line.ts';
import { balanceOf, disputedOf, dueOf, lineFeesOwed, owedOf, shownOf } from './owed.ts';
import type { Bill, BilledDraw, RateRow } from './records.ts';
import type { Billed, Draw, LineObligation, Part } from './state.ts';

type Made = Pick<Bill, 'ordinal' | 'periodStart' | 'statementOn' | 'dueOn' | 'asked' | 'cycle'>;

/** Keeps the bill of the statement that was just made, and begins the sums of the next period. */
export function keepBill(line: Line, o: LineObligation, billed: readonly Billed[], made: Made): void {
  const { position: p, terms } = line;
  const booked = billed.reduce((sum, { inAll }) => sum + inAll, 0);
  const year = yearOfDay(p.yearToDate, o.on);
  year.interest += booked;
  const isHeld = terms.disputes.credit === 'hold';
  const newBalance = owedOf(line) - p.customerCredit + (isHeld ? disputedOf(p) : 0);
  const { fees, interest, relieved: _, ...sums } = p.period;
  line.records.bills.push({
    ...made,
    previousBalance: p.previousBalance,
    ...sums,
    fees: { ...fees },
    interest: interest + booked,
    newBalance,
    customerCredit: p.customerCredit,
    steps: line.records.steps.length,
    minimum: o.amount,
    minimumShown: o.minimumShown,
    overdue: dueOf(line) - shownOf([o]),
    lateFee: lateFeeOf(line, o),
    limit: p.limit,
    available: availableOf(line, o.on),
    rates: billed.flatMap((one) => rateRows(line, one, o.on)),
    rateScale: p.scale,
    lineFees: lineFeesOwed(line),
    draws: o.parts.map((part) => billedDraw(line, line.byId.get(part.draw)!, part, o.on)),
    periodsPaidInFull: p.paidInFull,
    yearToDate: { ...year },
  });
  p.previousBalance = newBalance;
  p.period = emptyPeriod();
  for (const d of p.draws) d.balanceDays = 0;
}

function billedDraw(line: Line, d: Draw, part: Part, on: Day): BilledDraw {
  const { purpose, minimum, deferredInterest } = d.terms;
  return {
    draw: d.id,
    purpose,
    limit: d.limit,
    principal: d.principalOwed,
    interest: part.interest,
    fullBalance: part.full,
    owed: balanceOf(line, d),
    hasGrace: part.hadGrace,
    checkToKeepGrace: part.keepOn,
    checkToRestoreGrace: part.restoreOn,
    rates: ratesToCome(d, on),
    minimum,
    instalment: d.amortized?.amount ?? null,
    deferred: d.memo && deferredInterest && { interest: { ...d.memo }, endsOn: deferredInterest.endsOn },
  };
}

/**
 * A row for each rate: the exact parts, cut so that they add up to what was booked (the largest remainders first). The
 * first one also has what was carried into the period, and what the minimum charge added.
 */
function rateRows(line: Line, { draw, inAll, raised, carried, stretches }: Billed, end: Day): RateRow[] {
  const exact = stretches.map((stretch) => interestOf(line, stretch));
  if (exact[0] !== undefined) addExact(exact[0], carried.whole, carried.part, line.denominator);
  const cut = exact.map(({ whole }) => whole);
  let rest = inAll - raised - cut.reduce((sum, amount) => sum + amount, 0);
  const byRemainder = exact.map(({ part }, i) => ({ part, i })).sort((a, b) => b.part - a.part || a.i - b.i);
  for (const { i } of byRemainder) if (rest > 0) rest -= add(cut, i, 1);
  // What was not booked, because it was given up or beyond the cap, is in no row.
  for (const i of cut.keys()) if (rest < 0) rest -= add(cut, i, Math.max(rest, -cut[i]!));
  if (cut.length > 0) add(cut, 0, rest + raised);
  return stretches.map((stretch, i) => ({
    draw: draw.id,
    from: stretch.from,
    to: stretches[i + 1]?.from ?? end,
    rate: stretch.rate,
    scale: line.position.scale,
    isVariable: isVariable(line.position, draw, stretch.from),
    averageBalance: averageOf(stretch),
    interest: cut[i]!,
  }));
}

function add(amounts: number[], i: number, amount: number): number {
  amounts[i] = (amounts[i] ?? 0) + amount;
  return amount;
}
