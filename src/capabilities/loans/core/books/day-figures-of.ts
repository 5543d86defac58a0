// The figures that a change of the books leaves: what is owed at its end, and what the engine says a day adds.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { feeTypes } from '@tenor/engine/account/terms.ts';
import { type Exact, subtract } from '@tenor/engine/interest/exact.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import { type Amounts, type Bucket, buckets, type ExactAmounts } from '../loan/amounts.ts';
import type { State, Terms } from '../loan/books.ts';
import { atEndOf, type DayFigures, exactOf } from '../loan/day-figures.ts';
import type { Fraction } from '../loan/exact-amounts.ts';
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
  return {
    rules,
    through,
    validUntil: validUntil === Number.MAX_SAFE_INTEGER ? null : validUntil,
    ...owedIn(amounts),
    pastDue: overdue.amount,
    pastDueDays: overdue.days,
    oldestDueOn: product.pastDue(terms, state)[0]?.dueDate ?? null,
    ...next,
    denominator: amounts.accrued.denominator,
    amounts: atEndOf(amounts),
    limits: product.limits(terms, state),
    ...growing(product, terms, state, validUntil),
  };
}

function owedIn({ buckets: of }: Amounts): Pick<DayFigures, 'principal' | 'interest' | 'fees' | 'due'> {
  const sum = (amount: (bucket: Bucket) => number) => buckets.reduce((all, name) => all + amount(of[name]), 0) as Cents;
  const feesIn = ({ fees }: Bucket): number => feeTypes.reduce((all, type) => all + fees[type], 0);
  return {
    principal: sum(({ principal }) => principal),
    interest: (of.due.interest + of.overdue.interest) as Cents,
    fees: sum(feesIn),
    due: (of.due.principal + of.due.interest + feesIn(of.due)) as Cents,
  };
}

const isOneBalance = ({ accrued, notDue }: ExactAmounts): boolean => {
  const [first, ...others] = notDue;
  return first !== undefined && others.length === 0 && isSame(first, accrued);
};

/** What a day adds, the engine says of the day after: nothing, where the figures tell of their own day alone. */
function growing(product: LoanProduct, terms: Terms, state: State, until: Day): Pick<DayFigures, 'daily' | 'notDue'> {
  const after = until > state.through ? product.replay(terms, [], { through: state.through + 1, from: state }) : state;
  const [was, is] = [product.exactAmounts(terms, state), product.exactAmounts(terms, after)];
  const notDue = was.notDue.map((amount, i) => ({
    amount: exactOf(amount),
    daily: grown(amount, is.notDue[i] as Fraction),
  }));
  return {
    notDue: isOneBalance(was) ? null : notDue,
    daily: {
      accrued: grown(was.accrued, is.accrued),
      accruedTotal: grown(was.accruedTotal, is.accruedTotal),
      discountTotal: grown(was.discountTotal, is.discountTotal),
      pastDueDays: product.overdue(terms, after).days - product.overdue(terms, state).days,
    },
  };
}

const isSame = (a: Exact, b: Exact): boolean => a.whole === b.whole && a.part === b.part;

function grown(was: Fraction, { whole: cents, part, denominator }: Fraction): Exact {
  const by = { whole: cents, part };
  subtract(by, was.whole, was.part, denominator);
  return by;
}
