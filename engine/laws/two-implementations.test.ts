// The engine against the naive one, which goes day by day with fractions of big integers and keeps no checkpoints: two
// people built the same loan from rules.md without speaking, so where they differ one of them, or the rules, is wrong.
//
//   node engine/laws/two-implementations.test.ts --times=50 --seed=1     longer, and again the same

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulate } from '../naive/simulate.ts';
import { differences, holdsFor, outcome, readingOf } from './compare.ts';
import { type History, loanHistory } from './histories.ts';

/** Only one of the two implementations says that the loan contradicts itself. */
class OneRefusal extends Error {
  override readonly name = 'OneRefusal';
}

function agree(history: History): void {
  const { terms, facts, through } = history;
  const naive = outcome(() => simulate(terms, facts, { through }));
  const engine = outcome(() => readingOf(history));
  if ('refused' in engine !== 'refused' in naive) throw new OneRefusal(JSON.stringify([engine, naive]).slice(0, 300));
  const found = differences(engine, naive);
  assert.ok(found.length === 0, `\n${found.join('\n')}`);
}

test('short loans read the same in both implementations', () => {
  holdsFor(loanHistory({ size: 'small' }), agree, { runs: 2000 });
});

test('long loans read the same in both implementations', () => {
  holdsFor(loanHistory({ size: 'long' }), agree, { runs: 150 });
});

test('loans too large for numbers read the same: beyond 2^53 the engine counts in big integers', () => {
  const principal = { min: 10 ** 9, max: 10 ** 12 };
  holdsFor(loanHistory({ size: 'small', principal }), agree, { runs: 300 });
});
