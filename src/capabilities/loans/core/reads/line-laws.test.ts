// Laws for the reads of every line, as in laws.test.ts for installment loans, on the random lines of all options.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LineHistory, lineHistory } from '@tenor/engine/laws/line/line-histories.ts';
import { runsOf } from '@tenor/engine/laws/line/runs.ts';
import { replayLine } from '@tenor/engine/line/replay.ts';
import fc from 'fast-check';
import { yearMarkDay } from '../books/year-mark.ts';
import type { BooksInYear, LoanProduct } from '../loan/product.ts';
import { partsOf } from '../products/line/figure-parts.ts';
import { line } from '../products/line/line.ts';
import type { OwnBooksInYear } from '../products/line/own-books.ts';
import { figuresOf } from './explain-figure.ts';

function booksOf({ terms, facts }: LineHistory, through: number): OwnBooksInYear {
  const on = (day: number) => replayLine(terms, facts, { through: day });
  const state = on(through);
  const { standing, startedOn } = state.position;
  const atYear = standing === 'pending' ? state : on(yearMarkDay(through, startedOn));
  return { terms, state, on: async (day) => on(day), atYear };
}

test('the parts of every figure of a line add up to it', () => {
  const law = (history: LineHistory, pick: number): void => {
    const begun = history.facts[0]!.on;
    const books = booksOf(history, begun + (pick % (history.through - begun + 1)));
    const all = figuresOf(line as unknown as LoanProduct, books as unknown as BooksInYear);
    for (const [figure, amount] of Object.entries(all)) {
      const sum = partsOf(figure, books, all).reduce((total, part) => total + part.amount, 0);
      assert.equal(sum, amount, figure);
    }
  };
  fc.assert(fc.property(lineHistory, fc.nat(299), law), runsOf(150));
});
