// The amounts of a line: what balances show.

import { feeTypes } from '@tenor/engine/account/terms.ts';
import { add, type Exact, nothing } from '@tenor/engine/interest/exact.ts';
import { accruedOfAll, discountSoFar, earnedInPeriod, forgoneByCapOf } from '@tenor/engine/line/accrual.ts';
import { lastingOfAll } from '@tenor/engine/line/grace.ts';
import { availableOf, onHoldOf, overLimitOf, unclearedOf, utilizationOf } from '@tenor/engine/line/limit.ts';
import { lineAt } from '@tenor/engine/line/line.ts';
import { readLine } from '@tenor/engine/line/read.ts';
import type { LineState } from '@tenor/engine/line/records.ts';
import type { Draw } from '@tenor/engine/line/state.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import type { Limits } from '../../loan/amounts.ts';
import { type Amounts, type Bucket, type ExactAmounts, noAmounts } from '../../loan/amounts.ts';
import { type Fraction, fraction } from '../../loan/exact-amounts.ts';

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
  return {
    ...exactAmountsOf(terms, state, drawId),
    buckets: { nonDue: bucket('notDue'), due: bucket('due'), overdue: bucket('overdue') },
    chargedOff,
    paid: drawId === undefined ? p.totals : noAmounts.paid,
    customerCredit: drawId === undefined ? p.customerCredit : 0,
  };
}

export function exactAmountsOf(terms: LineTerms, { position: p }: LineState, drawId?: string): ExactAmounts {
  const line = lineAt(terms, p);
  const sums = { accrued: nothing(), accruedTotal: nothing(), discount: nothing(), byCap: nothing(), rest: nothing() };
  const addTo = (sum: Exact, { whole, part }: Readonly<Exact>): void => add(sum, whole, part, line.denominator);
  const isMeant = ({ id }: Draw): boolean => drawId === undefined || id === drawId;
  for (const [i, accrued] of accruedOfAll(line).entries()) {
    const d = p.draws[i]!;
    if (!isMeant(d)) continue;
    addTo(sums.accrued, accrued);
    for (const earned of [earnedInPeriod(line, d), d.earned]) addTo(sums.accruedTotal, earned);
    addTo(sums.discount, discountSoFar(line, d));
    addTo(sums.byCap, forgoneByCapOf(line, d, accrued));
    addTo(sums.rest, d.forgone);
  }
  const exact = (amount: Readonly<Exact>): Fraction => fraction(terms, p.scale, amount);
  return {
    accrued: exact(sums.accrued),
    accruedTotal: exact(sums.accruedTotal),
    discountTotal: exact(sums.discount),
    forgoneCap: exact(sums.byCap),
    forgoneRounding: exact(sums.rest),
    notDue: lastingOfAll(line).flatMap((lasting, i) => (isMeant(p.draws[i]!) ? [exact(lasting)] : [])),
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
