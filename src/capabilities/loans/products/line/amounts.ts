// The amounts of a line: what balances show.

import { feeTypes } from '@tenor/engine/account/terms.ts';
import { add, nothing } from '@tenor/engine/interest/exact.ts';
import { accruedOf, discountSoFar, earnedInPeriod } from '@tenor/engine/line/accrual.ts';
import { availableOf, overLimitOf, usedOf } from '@tenor/engine/line/limit.ts';
import { lineAt } from '@tenor/engine/line/line.ts';
import { readLine } from '@tenor/engine/line/read.ts';
import type { LineState } from '@tenor/engine/line/records.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { type Amounts, type Bucket, noAmounts } from '../../loan/amounts.ts';
import { fraction, wholeCents } from '../../loan/exact-amounts.ts';
import type { Limits } from '../../loan/product.ts';

/** Of one draw, if it is named: what was paid, and the credit, are the line's alone. */
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
  const [accrued, accruedTotal, forgone, saved] = [nothing(), nothing(), nothing(), nothing()];
  for (const d of p.draws) {
    if (drawId !== undefined && d.id !== drawId) continue;
    const [open, earned] = [accruedOf(line, d), earnedInPeriod(line, d)];
    add(accrued, open.whole, open.part, line.denominator);
    for (const { whole, part } of [earned, d.earned]) add(accruedTotal, whole, part, line.denominator);
    add(forgone, d.forgone.whole, d.forgone.part, line.denominator);
    const discount = discountSoFar(line, d);
    add(saved, discount.whole, discount.part, line.denominator);
  }
  return {
    buckets: { nonDue: bucket('notDue'), due: bucket('due'), overdue: bucket('overdue') },
    chargedOff,
    paid: drawId === undefined ? p.totals : noAmounts.paid,
    customerCredit: drawId === undefined ? p.customerCredit : 0,
    accrued: fraction(terms, p.scale, accrued),
    accruedTotal: fraction(terms, p.scale, accruedTotal),
    discountTotal: fraction(terms, p.scale, saved),
    forgoneCap: wholeCents(0),
    forgoneRounding: fraction(terms, p.scale, forgone),
  };
}

/** Nothing can be spent before the activation. */
export function limitsOf(terms: LineTerms, state: LineState | undefined): Limits {
  const none = { availableCreditAmount: zeroCents, utilizationAmount: zeroCents, overLimitAmount: zeroCents };
  if (state === undefined || state.position.standing === 'pending') {
    return { creditLimitAmount: zeroCents, ...none };
  }
  const line = lineAt(terms, state.position);
  return {
    creditLimitAmount: state.position.limit as Cents,
    availableCreditAmount: availableOf(line, state.through) as Cents,
    utilizationAmount: usedOf(line, state.through) as Cents,
    overLimitAmount: overLimitOf(line) as Cents,
  };
}
