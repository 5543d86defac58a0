// What a loan costs besides what was agreed, held against the law where its borrower is covered.

import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import { type Cost, countsForCovered, isCovered } from '../loan/covered.ts';
import { startOf } from '../loan/past-day.ts';
import type { HeldLoan } from '../loan/product.ts';
import { wholeRates } from '../loan/rate-caps.ts';
import { termsOf } from '../timeline/held-loan.ts';
import { type FeesOfLoan, factOfFee } from './fees.ts';

/** `path`: where the request raises it. Errors: InvalidRequest. */
export function mustCostAtMost(path: string, of: FeesOfLoan): void {
  if (!isCovered(of.held.row.at_origination)) return;
  mustCost(path, of.held, of.today, {
    rates: furtherRates(of),
    originationFee: originationFeeOf(of),
    charges: byHand(of),
    sold: of.sold > 0 ? [{ on: startOf(of.held.row) ?? of.today, amount: of.sold }] : [],
  });
}

function mustCost(path: string, { row, product, index }: HeldLoan, today: Day, cost: Cost): void {
  const loan = { agreed: row.at_origination, terms: termsOf(row), index, on: startOf(row) ?? today };
  product.mustCostAtMost(path, loan, cost);
}

function furtherRates({ held, facts }: FeesOfLoan): Rate[] {
  return facts.flatMap((fact) => {
    if (fact.kind !== 'rate') return [];
    const { rate, type, on } = fact;
    return wholeRates({ interest: { rates: [{ days: null, rate, type }] } }, held.index, on);
  });
}

function originationFeeOf({ facts }: FeesOfLoan): Cents | null {
  const changes = facts.flatMap((fact) =>
    fact.kind === 'feeChange' && fact.type === 'origination' ? [fact.amount] : [],
  );
  return changes.at(-1) ?? null;
}

const byHand = (of: FeesOfLoan) =>
  of.fees.flatMap((fee) => {
    const amount = (fee.amount - fee.waived) as Cents;
    const counts = amount > 0 && countsForCovered(fee.type) && factOfFee(of, fee) !== undefined;
    return counts ? [{ on: fee.on, amount }] : [];
  });
