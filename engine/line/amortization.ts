// Amortized draws: what is not due is spread over the statements to come, in instalments of one amount.

import { addProduct, factorOf, nothing, rounded } from '../interest/exact.ts';
import { openPeriod, weightBetween } from '../time/day-count.ts';
import type { Day } from '../values/day.ts';
import { datesToCome } from './cycle.ts';
import type { Line } from './line.ts';
import type { Draw } from './state.ts';
import type { Amortization } from './terms.ts';

const rowsMax = 1_200;

/** The principal that the instalment of a statement asks for; null: the draw is not amortized. */
export function takeInstalment(line: Line, d: Draw, interest: number): number | null {
  const by = d.toSpread ?? (d.hasBought ? d.terms.amortization : null);
  d.toSpread = null;
  if (line.position.standing !== 'active') return null;
  if (by !== null && d.principal > 0) d.amortized = spreadAnew(line, d, interest, by) ?? d.amortized;
  const { amortized } = d;
  if (amortized === null) return null;
  if (amortized.rowsLeft > 0) amortized.rowsLeft--;
  if (amortized.rowsLeft === 0) return d.principal;
  return Math.min(d.principal, Math.max(0, amortized.amount - interest));
}

/** A row of the schedule: the interest that one cent earns before the due date and after it, until the next statement. */
interface Span {
  readonly toDue: number;
  readonly afterDue: number;
}

interface Instalment {
  readonly interest: number;
  readonly principal: number;
}

function spreadAnew(line: Line, d: Draw, interest: number, by: Amortization): Draw['amortized'] {
  const count = by.duration ?? rowsMax;
  const spans = spansOf(line, d, count);
  if (by.amount !== null) {
    const rows = rowsOf(line, d.principal, interest, by.amount, spans);
    return rows === null ? null : { amount: by.amount, rowsLeft: rows.length };
  }
  return { amount: solve(line, d.principal, interest, spans), rowsLeft: count };
}

/** The least amount with which the last instalment is not larger. */
function solve(line: Line, principal: number, interest: number, spans: readonly Span[]): number {
  const isEnough = (amount: number): boolean => lastOf(line, principal, interest, amount, spans) <= amount;
  let [low, high] = [0, principal + interest + 1];
  while (!isEnough(high)) high *= 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** What the last row asks for if all others ask for `amount`. */
function lastOf(line: Line, principal: number, interest: number, amount: number, spans: readonly Span[]): number {
  let [left, due] = [principal, interest];
  for (let row = 0; row < spans.length - 1; row++) {
    const paid = Math.min(left, Math.max(0, amount - due));
    due = interestOver(line, spans[row]!, left, paid);
    left -= paid;
  }
  return left + due;
}

/** Rows until the rest is not more than the amount; null if it never is. */
function rowsOf(
  line: Line,
  principal: number,
  interest: number,
  amount: number,
  spans: readonly Span[],
): Instalment[] | null {
  const rows: Instalment[] = [];
  let [left, due] = [principal, interest];
  for (const span of spans) {
    const paid = left + due <= amount ? left : Math.min(left, Math.max(0, amount - due));
    rows.push({ interest: due, principal: paid });
    const next = interestOver(line, span, left, paid);
    left -= paid;
    due = next;
    if (left === 0) return rows;
  }
  return null;
}

/** As if the instalment were paid on its due date. */
function interestOver({ denominator, terms }: Line, { toDue, afterDue }: Span, left: number, paid: number): number {
  const interest = nothing();
  addProduct(interest, left, toDue, denominator);
  addProduct(interest, left - paid, afterDue, denominator);
  return rounded(interest, denominator, terms.interest.rounding);
}

/** From the statement that is being made on. Rates and promos known today are in it; ceilings are not. */
function spansOf(line: Line, d: Draw, count: number): Span[] {
  const dates = datesToCome(line.position, count + 1);
  const spans: Span[] = [];
  for (let i = 0; i < count; i++) {
    const { statementOn, dueOn } = dates[i]!;
    const next = dates[i + 1]!.statementOn;
    spans.push({
      toDue: factorBetween(line, d, statementOn, dueOn, statementOn),
      afterDue: factorBetween(line, d, dueOn, next, statementOn),
    });
  }
  return spans;
}

function factorBetween(line: Line, d: Draw, from: Day, to: Day, periodStart: Day): number {
  if (d.terms.purpose === 'static') return 0;
  let factor = 0;
  let at = from;
  d.rateSteps.forEach((step, i) => {
    const end = Math.min(to, d.rateSteps[i + 1]?.from ?? to);
    if (end <= at) return;
    const weight = weightBetween(line.terms.interest.dayCount, at, end, openPeriod(periodStart));
    factor += Number(factorOf(step.withoutCeiling, weight));
    at = end;
  });
  return factor;
}
