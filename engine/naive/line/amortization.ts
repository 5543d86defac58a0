// Amortized draws (section 10): the instalment, found by trying.

import type { Amortization } from '../../line/terms.ts';
import type { Day } from '../../values/day.ts';
import { fractionOfDay } from '../counts.ts';
import { ratesOn } from '../rates.ts';
import { plus, type Rational, rational, rounded, times, zero } from '../rational.ts';
import { statementsAhead } from './ahead.ts';
import type { Draw, Line } from './line.ts';

const rowsMax = 1200;

/** What one cent earns from a statement to its due date, and from there to the next statement. */
interface RowRates {
  readonly toDue: Rational;
  readonly fromDue: Rational;
}

/** Made row by row, as far as they are needed: the first row is the statement of today. */
function rowRates(line: Line, draw: Draw): (row: number) => RowRates {
  const rows: RowRates[] = [];
  return (row) => {
    const ahead = rows.length > row ? [] : statementsAhead(line, row + 1);
    while (rows.length <= row) {
      const [here, next] = ahead.slice(rows.length);
      if (here === undefined || next === undefined) throw new RangeError('a statement is missing');
      const { statement, due } = here;
      rows.push({
        toDue: earnedBy(line, draw, [statement, statement, due]),
        fromDue: earnedBy(line, draw, [statement, due, next.statement]),
      });
    }
    return rows[row] as RowRates;
  };
}

/** 10.2: rates and promos that are known today; no ceilings. */
function earnedBy(line: Line, draw: Draw, [periodStart, from, to]: [Day, Day, Day]): Rational {
  if (draw.terms.purpose === 'static') return zero;
  const { dayCount } = line.terms.interest;
  let sum = zero;
  for (let day = from; day < to; day += 1) {
    const years = fractionOfDay({ dayCount, day, periodStart, termination: periodStart - 1 });
    sum = plus(sum, times(ratesOn(draw.rates, day).withoutCeiling, years));
  }
  return sum;
}

interface Row {
  readonly interest: number;
  readonly principal: number;
}

interface Start {
  readonly principal: number;
  readonly interest: number;
}

/** The rows with this instalment: `count` of them, or until one takes all that is left; undefined: that never comes. */
function rowsWith(line: Line, rates: (row: number) => RowRates, start: Start, payment: number, count: number | null) {
  const rows: Row[] = [];
  let { principal, interest } = start;
  while (rows.length < rowsMax) {
    const isLast = count === null ? principal + interest <= payment : rows.length === count - 1;
    const paid = isLast ? principal : Math.min(principal, Math.max(0, payment - interest));
    rows.push({ interest, principal: paid });
    if (isLast) return rows;
    const { toDue, fromDue } = rates(rows.length - 1);
    const exact = plus(times(rational(principal), toDue), times(rational(principal - paid), fromDue));
    interest = rounded(exact, line.terms.interest.rounding);
    principal -= paid;
  }
  return undefined;
}

/** 10.2: today's statement is the first row, its interest is booked already. */
export function instalmentOf(
  line: Line,
  draw: Draw,
  start: Start,
  spread: Amortization,
): { payment: number; rows: Row[] } | undefined {
  const rates = rowRates(line, draw);
  if (spread.amount !== null) {
    const rows = rowsWith(line, rates, start, spread.amount, null);
    return rows === undefined ? undefined : { payment: spread.amount, rows };
  }
  const count = spread.duration ?? 1;
  const rowsBy = (payment: number) => rowsWith(line, rates, start, payment, count) ?? [];
  const fits = (payment: number) => {
    const last = rowsBy(payment).at(-1);
    return last !== undefined && last.interest + last.principal <= payment;
  };
  let [tooLow, payment] = [-1, 1];
  while (!fits(payment)) [tooLow, payment] = [payment, payment * 2];
  while (payment - tooLow > 1) {
    const middle = Math.floor((tooLow + payment) / 2);
    if (fits(middle)) payment = middle;
    else tooLow = middle;
  }
  return { payment, rows: rowsBy(payment) };
}
