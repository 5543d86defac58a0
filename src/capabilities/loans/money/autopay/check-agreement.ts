// What a plan may agree to, by field.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { mustHaveNone, type Problem, problemIf } from '#platform/errors.ts';
import { seriesOfDays } from '../../core/loan/agreement-fields.ts';
import type { HeldLoan, LoanProduct } from '../../core/loan/product.ts';
import { termsOf } from '../../core/timeline/held-loan.ts';
import { takesExtra } from './agreed.ts';
import type { AutopayCreate } from './schemas.ts';
import type { PlanRules } from './tables.ts';

/** The rules as they are kept; from where on a payment is announced is found by them. Errors: InvalidRequest. */
export function rulesOf({ product, row }: HeldLoan, input: AutopayCreate): PlanRules {
  const daysAfterMax = product.autopay.daysAfterMax(termsOf(row));
  const problems = [
    ...amountProblems(product.autopay, input),
    ...dateProblems(input),
    ...offsetProblems(daysAfterMax, input),
  ];
  mustHaveNone(problems);
  const { amountType, extraAmount = null, amount = null, offsetFromDueDate } = input;
  const rules = { amountType, extraAmount, amount, noticeAbove: null };
  const days = ownDays(row.at_origination as Days, input);
  return { ...rules, offsets: days === null ? (offsetFromDueDate ?? [0]) : [0], days };
}

function amountProblems(
  { amounts, countsAhead }: LoanProduct['autopay'],
  { amountType, ...input }: AutopayCreate,
): Problem[] {
  const known = Object.keys(amounts);
  const isOfStatements = !countsAhead;
  if (!known.includes(amountType)) {
    return [{ path: 'amountType', message: 'is not for this product', expected: `one of ${known.join(', ')}` }];
  }
  const isNothing = input.amountMax != null && input.amountMax <= 0;
  return [
    ...goesWith('extraAmount', input.extraAmount, takesExtra(amountType), 'a type that ends in PlusExtra'),
    ...goesWith('amount', input.amount, amountType === 'fixedAmount', 'fixedAmount'),
    ...noticeProblems(isOfStatements, input),
    ...problemIf(isNothing, 'amountMax', 'must be more than zero', 'an amount of at least 0.01'),
  ];
}

function noticeProblems(isOfStatements: boolean, { noticeAbove }: Pick<AutopayCreate, 'noticeAbove'>): Problem[] {
  if (noticeAbove == null) return [];
  if (isOfStatements)
    return [{ path: 'noticeAbove', message: 'is not for a line', expected: 'nothing: its statement is the notice' }];
  return problemIf(noticeAbove < 0, 'noticeAbove', 'must not be negative', 'an amount from 0.00 on');
}

function goesWith(path: string, sent: Cents | null | undefined, isWanted: boolean, type: string): Problem[] {
  if (isWanted && (sent == null || sent <= 0))
    return [{ path, message: 'is needed, and more than zero', expected: 'an amount of at least 0.01' }];
  return problemIf(!isWanted && sent != null, path, `goes with ${type} alone`, 'nothing');
}

function dateProblems({
  isAlignedToDueDates,
  paymentFrequency,
  specificDays,
  offsetFromDueDate,
}: AutopayCreate): Problem[] {
  const isOwn = isAlignedToDueDates === false;
  if (!isOwn) {
    if (new Set(offsetFromDueDate).size < (offsetFromDueDate?.length ?? 0))
      return [{ path: 'offsetFromDueDate', message: 'names a day twice', expected: 'different days' }];
    const sent = Object.entries({ paymentFrequency, specificDays }).filter(([, value]) => value != null);
    const expected = 'nothing, or isAlignedToDueDates with the value false';
    return sent.map(([path]) => ({ path, message: 'goes with days of its own', expected }));
  }
  if (offsetFromDueDate != null)
    return [{ path: 'offsetFromDueDate', message: 'goes with the due dates', expected: 'nothing' }];
  if (paymentFrequency == null)
    return [{ path: 'paymentFrequency', message: 'is needed', expected: 'how often is paid' }];
  if (specificDays == null) return [{ path: 'specificDays', message: 'is needed', expected: 'the days' }];
  const { problem } = seriesOfDays({ paymentFrequency, specificDays });
  return problem === undefined
    ? []
    : [{ path: 'specificDays', message: problem, expected: `days of ${paymentFrequency}` }];
}

const offsetProblems = (max: number, { offsetFromDueDate }: AutopayCreate): Problem[] =>
  (offsetFromDueDate ?? []).flatMap((offset, i) =>
    problemIf(offset > max, `offsetFromDueDate[${i}]`, 'is too late', `days from -27 to ${max}`),
  );

interface Days {
  readonly paymentFrequency?: unknown;
  readonly specificDays?: unknown;
}

/** Days that are those of the loan itself are its due dates. */
function ownDays(
  agreed: Days,
  { isAlignedToDueDates, paymentFrequency, specificDays }: AutopayCreate,
): PlanRules['days'] {
  if (isAlignedToDueDates !== false || paymentFrequency == null || specificDays == null) return null;
  const isSame = agreed.paymentFrequency === paymentFrequency && `${agreed.specificDays}` === `${specificDays}`;
  return isSame ? null : { paymentFrequency, specificDays };
}
