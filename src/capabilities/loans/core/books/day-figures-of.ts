// The figures that a change of the books leaves: what is owed at its end, and what the engine says a day adds.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { feeTypes } from '@tenor/engine/account/terms.ts';
import { type Exact, isNothing, subtract } from '@tenor/engine/interest/exact.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Amounts, type Bucket, buckets, type ExactAmounts } from '../loan/amounts.ts';
import type { State, Terms } from '../loan/books.ts';
import { type Daily, type DayFigures, exactOf, storedOf } from '../loan/day-figures.ts';
import type { Fraction } from '../loan/exact-amounts.ts';
import { lean } from '../loan/lean.ts';
import type { LoanProduct } from '../loan/product.ts';

/** Null before the books begin. `facts` are those since some day before the state, later ones included. */
export function dayFiguresOf(
  product: LoanProduct,
  terms: Terms,
  state: State,
  facts: readonly Fact[],
): DayFigures | null {
  const { rules, through, position } = state;
  if (position.standing === 'pending') return null;
  const amounts = product.amounts(terms, state);
  const overdue = product.overdue(terms, state);
  const quietUntil = facts.reduce(
    (until, { on }) => (on > through ? Math.min(until, on - 1) : until),
    product.evenThrough(terms, state),
  );
  const { validUntil, ...next } = product.nextKept(terms, state, facts, quietUntil);
  const daily = validUntil > through ? dailyOf(product, terms, state) : undefined;
  return {
    rules,
    through,
    validUntil: validUntil === Number.MAX_SAFE_INTEGER ? null : validUntil,
    startedOn: position.startedOn,
    ...owedIn(amounts),
    pastDue: overdue.amount,
    daysPastDue: overdue.days,
    oldestDueOn: product.pastDue(terms, state)[0]?.dueDate ?? null,
    ...next,
    denominator: amounts.accrued.denominator,
    scale: position.scale,
    ...notDueIn(amounts),
    amounts: lean(storedOf(amounts)) ?? {},
    limits: product.limits(terms, state),
    ...(daily && { daily }),
  };
}

function owedIn({ buckets: of }: Amounts): Pick<DayFigures, 'principal' | 'interest' | 'fees'> {
  const sum = (amount: (bucket: Bucket) => number) => buckets.reduce((all, name) => all + amount(of[name]), 0) as Cents;
  return {
    principal: sum(({ principal }) => principal),
    interest: (of.due.interest + of.overdue.interest) as Cents,
    fees: sum(({ fees }) => feeTypes.reduce((all, type) => all + fees[type], 0)),
  };
}

const isOneBalance = ({ accrued, notDue }: ExactAmounts): boolean => {
  const [first, ...others] = notDue;
  return first !== undefined && others.length === 0 && isSame(first, accrued);
};

const notDueIn = (amounts: ExactAmounts): Pick<DayFigures, 'notDue'> =>
  isOneBalance(amounts) ? {} : { notDue: amounts.notDue.map(exactOf) };

/** The engine says it of the day after. Undefined: nothing. */
function dailyOf(product: LoanProduct, terms: Terms, state: State): Daily | undefined {
  const after = product.replay(terms, [], { through: state.through + 1, from: state });
  const [was, is] = [product.exactAmounts(terms, state), product.exactAmounts(terms, after)];
  const accrued = grown(was.accrued, is.accrued);
  const accruedTotal = grown(was.accruedTotal, is.accruedTotal);
  const discountTotal = grown(was.discountTotal, is.discountTotal);
  const daysPastDue = product.overdue(terms, after).days - product.overdue(terms, state).days;
  if (daysPastDue === 0 && [accrued, accruedTotal, discountTotal].every(isNothing)) return undefined;
  return {
    accrued,
    ...(!isSame(accruedTotal, accrued) && { accruedTotal }),
    ...(!isNothing(discountTotal) && { discountTotal }),
    ...(!isOneBalance(was) && { notDue: is.notDue.map((amount, i) => grown(was.notDue[i] as Fraction, amount)) }),
    ...(daysPastDue > 0 && { daysPastDue }),
  };
}

const isSame = (a: Exact, b: Exact): boolean => a.whole === b.whole && a.part === b.part;

function grown(was: Fraction, { whole: cents, part, denominator }: Fraction): Exact {
  const by = { whole: cents, part };
  subtract(by, was.whole, was.part, denominator);
  return by;
}
