// The amounts of a line: what balances show.

import { feeTypes } from '@tenor/engine/account/terms.ts';
import { add, type Exact, nothing } from '@tenor/engine/interest/exact.ts';
import { accruedOfAll, discountSoFar, earnedInPeriod, forgoneByCapOf } from '@tenor/engine/line/accrual.ts';
import { lastingOfAll } from '@tenor/engine/line/grace.ts';
import { availableOf, onHoldOf, overLimitOf, unclearedOf, utilizationOf } from '@tenor/engine/line/limit.ts';
import { type Line, lineAt } from '@tenor/engine/line/line.ts';
import { type DrawReading, overdueOfDraw, readLine } from '@tenor/engine/line/read.ts';
import type { LineState } from '@tenor/engine/line/records.ts';
import type { Draw } from '@tenor/engine/line/state.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { type Amounts, type Bucket, type ExactAmounts, type Limits, noAmounts } from '../../loan/amounts.ts';
import { type Fraction, fraction } from '../../loan/exact-amounts.ts';
import type { DrawOfBooks } from '../../loan/product.ts';

/** The amounts of one draw, if it is named: payments and the credit belong to the line alone. */
export function amountsOf(terms: LineTerms, state: LineState, drawId?: string): Amounts {
  const { position: p } = state;
  const reading = readLine(terms, state);
  const found = drawId === undefined ? reading : reading.draws.find(({ draw }) => draw === drawId);
  if (found === undefined) return noAmounts;
  return {
    ...exactAmountsOf(terms, state, drawId),
    buckets: bucketsOf(found),
    chargedOff: found.chargedOff,
    paid: drawId === undefined ? p.totals : noAmounts.paid,
    customerCredit: drawId === undefined ? p.customerCredit : 0,
  };
}

function bucketsOf({ principal, interest, fees }: Pick<DrawReading, 'principal' | 'interest' | 'fees'>) {
  const bucket = (name: 'notDue' | 'due' | 'overdue'): Bucket => ({
    principal: principal[name],
    interest: interest[name],
    fees: Object.fromEntries(feeTypes.map((type) => [type, fees[type]?.[name] ?? 0])) as Bucket['fees'],
  });
  return { nonDue: bucket('notDue'), due: bucket('due'), overdue: bucket('overdue') };
}

/** What the interest of draws comes to, each with what has accrued on it and what of that will last. */
interface Earning {
  readonly draw: Draw;
  readonly accrued: Readonly<Exact>;
  readonly lasting: Readonly<Exact>;
}

function earningOf(line: Line): readonly Earning[] {
  const [accrued, lasting] = [accruedOfAll(line), lastingOfAll(line)];
  return line.position.draws.map((draw, i) => ({ draw, accrued: accrued[i]!, lasting: lasting[i]! }));
}

function exactIn(terms: LineTerms, line: Line, draws: readonly Earning[]): ExactAmounts {
  const sums = { accrued: nothing(), accruedTotal: nothing(), discount: nothing(), byCap: nothing(), rest: nothing() };
  const addTo = (sum: Exact, { whole, part }: Readonly<Exact>): void => add(sum, whole, part, line.denominator);
  for (const { draw, accrued } of draws) {
    addTo(sums.accrued, accrued);
    for (const earned of [earnedInPeriod(line, draw), draw.earned]) addTo(sums.accruedTotal, earned);
    addTo(sums.discount, discountSoFar(line, draw));
    addTo(sums.byCap, forgoneByCapOf(line, draw, accrued));
    addTo(sums.rest, draw.forgone);
  }
  const exact = (amount: Readonly<Exact>): Fraction => fraction(terms, line.position.scale, amount);
  return {
    accrued: exact(sums.accrued),
    accruedTotal: exact(sums.accruedTotal),
    discountTotal: exact(sums.discount),
    forgoneCap: exact(sums.byCap),
    forgoneRounding: exact(sums.rest),
    notDue: draws.map(({ lasting }) => exact(lasting)),
  };
}

export function exactAmountsOf(terms: LineTerms, { position }: LineState, drawId?: string): ExactAmounts {
  const line = lineAt(terms, position);
  const draws = earningOf(line).filter(({ draw }) => drawId === undefined || draw.id === drawId);
  return exactIn(terms, line, draws);
}

/** Each draw that was activated by then, with its own amounts: one reading serves all of them. */
export function drawsOf(terms: LineTerms, state: LineState): readonly DrawOfBooks[] {
  const line = lineAt(terms, state.position);
  const readings = new Map(readLine(terms, state).draws.map((one) => [one.draw, one]));
  return earningOf(line).flatMap((earning) => {
    const { id, activatedOn, paidOffOn } = earning.draw;
    const found = readings.get(id);
    if (found === undefined) return [];
    const { status, isClosed, chargedOff, limit, available, disputed, payment } = found;
    const amounts = { ...noAmounts, ...exactIn(terms, line, [earning]), buckets: bucketsOf(found), chargedOff };
    const pastDue = overdueOfDraw(state, id);
    return [{ id, status, isClosed, activatedOn, paidOffOn, amounts, limit, available, disputed, pastDue, payment }];
  });
}

/** Nothing can be spent before the activation. */
export function limitsOf(terms: LineTerms, state: LineState | undefined): Limits {
  const none = {
    availableCreditAmount: zeroCents,
    utilizationAmount: zeroCents,
    heldAmount: zeroCents,
    unclearedAmount: zeroCents,
    overLimitAmount: zeroCents,
  };
  if (state === undefined || state.position.standing === 'pending') {
    return { creditLimitAmount: zeroCents, ...none };
  }
  const line = lineAt(terms, state.position);
  return {
    creditLimitAmount: state.position.limit as Cents,
    availableCreditAmount: availableOf(line, state.through) as Cents,
    utilizationAmount: utilizationOf(line) as Cents,
    heldAmount: onHoldOf(line) as Cents,
    unclearedAmount: unclearedOf(line, state.through) as Cents,
    overLimitAmount: overLimitOf(line) as Cents,
  };
}
