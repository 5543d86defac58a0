// The parts of figures of interest.
import { dollars, segmentText } from '@tenor/engine/account/explain.ts';
import type { Segment, Step } from '@tenor/engine/account/records.ts';
import type { LoanTerms } from '@tenor/engine/account/terms.ts';
import { rounded } from '@tenor/engine/interest/exact.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { fraction, minus, unroundedText, wholeCents } from '../../loan/exact-amounts.ts';
import { asParts, type Item, restTo } from '../../loan/exact-parts.ts';
import type { ExplainedPart as ExplanationPart } from '../../loan/product.ts';
import { amountsOf } from './amounts.ts';
import { discountOf, interestOf, segmentsBetween, segmentsOf } from './earned.ts';
import type { OwnBooksInYear as Books } from './own-books.ts';

type DatedItem = Item & { readonly on: Day };

type Parts = (books: Books) => readonly ExplanationPart[];

const itemOf = (terms: LoanTerms, segment: Segment): DatedItem => ({
  exact: interestOf(terms, segment),
  on: segment.from,
  sentence: segmentText(segment, terms.interest.dayCount),
});

export const accruedTotalParts: Parts = ({ terms, state }) => {
  const items = segmentsOf(terms, state).map((segment) => itemOf(terms, segment));
  return asParts([restTo(amountsOf(terms, state).accruedTotal, items, 'Taken over with the loan'), ...items]);
};

export const accruedInYearParts: Parts = ({ terms, state, atYear: before }) => {
  if (state.position.standing === 'pending') return [];
  const items = segmentsBetween(terms, before, state).map((segment) => itemOf(terms, segment));
  const sum = minus(amountsOf(terms, state).accruedTotal, amountsOf(terms, before).accruedTotal);
  return asParts([
    ...items,
    restTo(sum, items, 'Of frozen days of the year before, which count since the loan was unfrozen'),
  ]);
};

export const discountParts: Parts = ({ terms, state }) =>
  asParts(
    segmentsOf(terms, state).map((segment) => ({
      exact: discountOf(terms, segment),
      on: segment.from,
      sentence: `Less than without promotional rates and ceilings, ${segmentText(segment, terms.interest.dayCount)}`,
    })),
  );

/** Segments end with these steps. */
const turns: ReadonlySet<Step['kind']> = new Set([
  'activation',
  'migration',
  'due',
  'acceleration',
  'chargeOff',
  'paidOff',
]);

/** Since accrued interest was last zero: what was earned, less what payments took before it was due. */
export const accruedParts: Parts = ({ terms, state }) => {
  const { steps, postings } = state.records;
  const emptied = steps.findLastIndex(
    ({ kind, after: { accrued } }) => turns.has(kind) && accrued.whole === 0 && accrued.part === 0,
  );
  const start = steps[Math.max(0, emptied)];
  if (start === undefined) return [];
  const carried: DatedItem = {
    exact: fraction(terms, start.after.scale, start.after.accrued),
    on: start.on,
    sentence: 'Taken over with the loan',
  };
  const earned = segmentsOf(terms, state)
    .filter(({ from }) => from >= start.on)
    .map((segment) => itemOf(terms, segment));
  const later = new Set(steps.slice(steps.indexOf(start) + 1).map(({ on, cause }) => `${on} ${cause}`));
  const taken = postings
    .filter(({ account, on, cause }) => account === 'interestIncome' && later.has(`${on} ${cause}`))
    .map(({ on, cause, amount }) => ({
      exact: wholeCents(amount),
      on,
      sentence: `${dollars(Math.abs(amount))} ${amount > 0 ? 'taken back out of what was booked' : 'booked'} on ${dateOf(on)}, cause ${cause}`,
    }));
  // Money of a day is taken before the segment that begins on that day.
  const items = [carried, ...taken, ...earned].sort((a, b) => a.on - b.on);
  return asParts([
    ...items,
    restTo(amountsOf(terms, state).accrued, items, 'Forgone, or recovered after a charge-off'),
  ]);
};

export const capParts: Parts = ({ terms, state }) => {
  const cap = terms.interest.totalCap;
  if (cap === null) return [];
  const exact = amountsOf(terms, state).forgoneCap;
  return asParts([{ exact, on: null, sentence: `All that accrued beyond ${dollars(cap)}, the cap on interest` }]);
};

/** For each step: what had accrued, less what was booked of it. */
export const roundingParts: Parts = ({ terms, state }) => {
  const items = state.records.steps.flatMap((step, i, all) => forgoneAt(terms, step, all[i - 1]) ?? []);
  return asParts([...items, restTo(amountsOf(terms, state).forgoneRounding, items, 'Given up in a settlement')]);
};

function forgoneAt(terms: LoanTerms, step: Step, before: Step | undefined): Item | undefined {
  const { accrued, scale } = step.after;
  if (accrued.whole !== 0 || accrued.part !== 0) return undefined;
  if (step.kind === 'paidOff' && before?.on === step.on) {
    const exact = fraction(terms, before.after.scale, before.after.accrued);
    return { exact, on: step.on, sentence: `Left when the loan was paid off on ${dateOf(step.on)}` };
  }
  if (step.cutFrom === null) return undefined;
  const all = fraction(terms, scale, step.cutFrom);
  const booked = rounded(step.cutFrom, all.denominator, terms.interest.rounding);
  const sentence = `${unroundedText(all)} accrued and ${dollars(booked)} booked on ${dateOf(step.on)}, cause ${step.cause}`;
  return { exact: minus(all, wholeCents(booked)), on: step.on, sentence };
}
