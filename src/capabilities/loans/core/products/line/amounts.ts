// The amounts of a line: what balances show.

import { feeTypes } from '@tenor/engine/account/terms.ts';
import { add, type Exact, nothing } from '@tenor/engine/interest/exact.ts';
import { accruedOfAll, discountSoFar, earnedInPeriod, forgoneByCapOf } from '@tenor/engine/line/accrual.ts';
import { availableOf, onHoldOf, overLimitOf, unclearedOf, utilizationOf } from '@tenor/engine/line/limit.ts';
import { lineAt } from '@tenor/engine/line/line.ts';
import { readLine } from '@tenor/engine/line/read.ts';
import type { LineState } from '@tenor/engine/line/records.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { type Amounts, type Bucket, noAmounts } from '../../loan/amounts.ts';
import { fraction } from '../../loan/exact-amounts.ts';
import type { Limits } from '../../loan/product.ts';

/** The amounts of one draw, if it is named: payments and the credit belong to the line alone. */
export function amountsOf(terms: LineTerms, state: LineState, drawId?: string): Amounts {
  const { position: p } = state;
  const reading = readLine(terms, state);
  const found = drawId === undefined ? reading : reading.draws.find(({ draw }) => draw === drawId);
  if (found === undefined) return noAmounts;
  const { principal, interest, fees, chargedOff } = found;
  const bucket = (name: 'notDue' | 'due' | 'overdue'): Bucket => ({
    principal: principal[name],
    interest: interest[name],
    fees: Object.fromEntries(feeTypes.map((type) => [type, fees[type]?.[name] ?? 0])) as Bucket['fees'],
  });
  const line = lineAt(terms, p);
  const sums = { accrued: nothing(), accruedTotal: nothing(), discount: nothing(), byCap: nothing(), rest: nothing() };
  const addTo = (sum: Exact, { whole, part }: Readonly<Exact>): void => add(sum, whole, part, line.denominator);
  for (const [i, accrued] of accruedOfAll(line).entries()) {
    const d = p.draws[i]!;
    if (drawId !== undefined && d.id !== drawId) continue;
    addTo(sums.accrued, accrued);
    for (const earned of [earnedInPeriod(line, d), d.earned]) addTo(sums.accruedTotal, earned);
    addTo(sums.discount, discountSoFar(line, d));
    addTo(sums.byCap, forgoneByCapOf(line, d, accrued));
    addTo(sums.rest, d.forgone);
  }
  return {
    buckets: { nonDue: bucket('notDue'), due: bucket('due'), overdue: bucket('overdue') },
    chargedOff,
    paid: drawId === undefined ? p.totals : noAmounts.paid,
    customerCredit: drawId === undefined ? p.customerCredit : 0,
    accrued: fraction(terms, p.scale, sums.accrued),
    accruedTotal: fraction(terms, p.scale, sums.accruedTotal),
    discountTotal: fraction(terms, p.scale, sums.discount),
    forgoneCap: fraction(terms, p.scale, sums.byCap),
    forgoneRounding: fraction(terms, p.scale, sums.rest),
  };
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
