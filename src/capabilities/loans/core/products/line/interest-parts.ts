// The parts of figures of interest of a line: of each draw, by stretches of one rate.

import { dollars, percentText } from '@tenor/engine/account/explain.ts';
import type { Exact } from '@tenor/engine/interest/exact.ts';
import { accruedOfAll, forgoneByCapOf, notBooked } from '@tenor/engine/line/accrual.ts';
import { segmentText } from '@tenor/engine/line/explain.ts';
import { lastingOf, lastingOfAll } from '@tenor/engine/line/grace.ts';
import { type Line, lineAt } from '@tenor/engine/line/line.ts';
import type { LineSegment } from '@tenor/engine/line/records.ts';
import type { Draw } from '@tenor/engine/line/state.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { type Fraction, fraction, minus, wholeCents } from '../../loan/exact-amounts.ts';
import { asParts, type Item, restTo } from '../../loan/exact-parts.ts';
import type { ExplainedPart as Part } from '../../loan/product.ts';
import { amountsOf } from './amounts.ts';
import { discountOf, segmentsBetween, segmentsOf } from './interest-earned.ts';
import type { OwnBooksInYear as Books } from './own-books.ts';

type Parts = (books: Books) => readonly Part[];

const itemOf = (terms: LineTerms, segment: LineSegment): Item => ({
  exact: fraction(terms, segment.scale, segment.interest),
  on: segment.from,
  sentence: `${segment.draw}: ${segmentText(segment)}`,
});

const otherwise = 'Joined otherwise: taken over with the line, of a dispute that was lost, of deferred interest';

export const accruedTotalParts: Parts = ({ terms, state }) => {
  const items = segmentsOf(terms, state).map((segment) => itemOf(terms, segment));
  return asParts([...items, restTo(amountsOf(terms, state).accruedTotal, items, otherwise)]);
};

export const accruedInYearParts: Parts = ({ terms, state, atYear: before }) => {
  if (state.position.standing === 'pending') return [];
  const items = segmentsBetween(terms, before, state).map((segment) => itemOf(terms, segment));
  const sum = minus(amountsOf(terms, state).accruedTotal, amountsOf(terms, before).accruedTotal);
  return asParts([...items, restTo(sum, items, otherwise)]);
};

export const discountParts: Parts = ({ terms, state }) => {
  const items = segmentsOf(terms, state).map((segment) => ({
    ...itemOf(terms, segment),
    exact: discountOf(terms, segment),
    sentence: `${segment.draw}: ${percentText(segment.rateBeforeDiscount - segment.rate, segment.scale)} less on ${segmentText(segment)}`,
  }));
  return asParts([...items, restTo(amountsOf(terms, state).discountTotal, items, 'Of periods that ended early')]);
};

/** The whole cents of each draw by itself: so much of it money can pay. */
export const accruedParts: Parts = (books) => {
  const line = lineAt(books.terms, books.state.position);
  return lastingOfAll(line).flatMap((open, i) => accruedOfDraw(books, line, line.position.draws[i]!, open));
};

function accruedOfDraw({ terms, state }: Books, line: Line, d: Draw, lasting: Exact): readonly Part[] {
  const { position: p } = state;
  if (lasting.whole < 0) return [];
  const exactly = (amount: Readonly<Exact>): Fraction => fraction(terms, p.scale, amount);
  const open = exactly(lasting);
  const beforeCap = exactly(lastingOf(line, d));
  const items = segmentsOf(terms, state)
    .filter(({ draw, from }) => draw === d.id && from >= p.periodStart)
    .map((segment) => itemOf(terms, segment));
  const taken: Item = {
    exact: wholeCents(-d.taken),
    on: p.periodStart,
    sentence: `${d.id}: ${dollars(d.taken)} that money took since ${dateOf(p.periodStart)}`,
  };
  const removed: Item = {
    exact: minus(beforeCap, exactly(notBooked(line, d))),
    on: null,
    sentence: `${d.id}: less what the next check of grace will surely remove, since all that it looks at is paid`,
  };
  const beyond: Item = {
    exact: minus(open, beforeCap),
    on: null,
    sentence: `${d.id}: less what is beyond the cap on interest`,
  };
  const known = [...items, taken, removed, beyond];
  return asParts([...known, restTo(open, known, `${d.id}: ${otherwise}`)]);
}

/** What is booked of all draws together stays below the cap, so the last ones to be booked lose the most. */
export const capParts: Parts = (books) => {
  const cap = books.terms.interest.totalCap;
  if (cap === null) return [];
  const sentence = `all that accrued beyond ${dollars(cap)}, the cap on interest`;
  const { terms, state } = books;
  const line = lineAt(terms, state.position);
  return asParts(
    accruedOfAll(line).map((accrued, i) => {
      const d = line.position.draws[i]!;
      const exact = fraction(terms, state.position.scale, forgoneByCapOf(line, d, accrued));
      return { exact, on: null, sentence: `${d.id}: ${sentence}` };
    }),
  );
};

/** By draw: what is given up is not booked, so no step has it. */
export const roundingParts: Parts = ({ terms, state }) =>
  asParts(
    state.position.draws.map(({ id, forgone }) => ({
      exact: fraction(terms, state.position.scale, forgone),
      on: null,
      sentence: `${id}: fractions of cents left at its statements, and what was given up or waived`,
    })),
  );
