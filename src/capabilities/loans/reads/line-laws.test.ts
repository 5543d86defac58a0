// Laws for the reads of every line, as in laws.test.ts for installment loans, on the random lines of all options.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LineHistory, lineHistory } from '@tenor/engine/laws/line/line-histories.ts';
import { runsOf } from '@tenor/engine/laws/line/runs.ts';
import { replayLine } from '@tenor/engine/line/replay.ts';
import fc from 'fast-check';
import type { Books, LoanProduct } from '../loan/product.ts';
import { partsOf } from '../products/line/figure-parts.ts';
import { line } from '../products/line/line.ts';
import { figuresOf } from './explain-figure.ts';

test('the parts of every figure of a line add up to it', () => {
  const law = ({ terms, facts, through }: LineHistory, pick: number): void => {
    const begun = facts[0]!.on;
    const on = (day: number) => replayLine(terms, facts, { through: day });
    const books = { terms, state: on(begun + (pick % (through - begun + 1))), on };
    const all = figuresOf(line as unknown as LoanProduct, books as unknown as Books);
    for (const [figure, amount] of Object.entries(all)) {
      const sum = partsOf(figure, books, all).reduce((total, part) => total + part.amount, 0);
      assert.equal(sum, amount, figure);
    }
  };
  fc.assert(fc.property(lineHistory, fc.nat(299), law), runsOf(150));
});
