// A state is stored packed, and comes back as it was, whatever happened to the loan.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loanHistory } from '@tenor/engine/laws/histories.ts';
import { lineHistory } from '@tenor/engine/laws/line/line-histories.ts';
import { runsOf } from '@tenor/engine/laws/line/runs.ts';
import fc from 'fast-check';
import { installment } from '../products/installment/installment.ts';
import { line } from '../products/line/line.ts';
import { asStored } from '../timeline/held-loan.ts';
import { packedState, unpackedState } from './packed-state.ts';
import type { LoanProduct } from './product.ts';
import type { StoredState } from './tables.ts';

interface History {
  readonly terms: unknown;
  readonly facts: readonly unknown[];
  readonly through: number;
}

const stateOf = (product: LoanProduct, { terms, facts, through }: History): StoredState =>
  asStored(product, product.replay(terms as never, facts as never, { through }));

const asRead = (state: StoredState): unknown => JSON.parse(JSON.stringify(state));

describe('a packed state', () => {
  test('of any loan comes back as it was', () => {
    const comesBack = (history: History) => {
      const state = stateOf(installment, history);
      assert.deepEqual(unpackedState(packedState(state)), asRead(state));
    };
    fc.assert(fc.property(loanHistory({ size: 'long' }), comesBack), runsOf(100));
  });

  test('of any line comes back as it was', () => {
    const comesBack = (history: History) => {
      const state = stateOf(line as never, history);
      assert.deepEqual(unpackedState(packedState(state)), asRead(state));
    };
    fc.assert(fc.property(lineHistory, comesBack), runsOf(100));
  });

  test('names its dictionary, and one that is not there is refused', () => {
    const [history] = fc.sample(loanHistory(), { numRuns: 1, seed: 1 });
    const packed = packedState(stateOf(installment, history as History));
    assert.equal(packed[0], 1);
    packed[0] = 200;
    assert.throws(() => unpackedState(packed), /packed with dictionary 200, which a later release/);
  });
});
