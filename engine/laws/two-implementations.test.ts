// The engine against the naive one, which goes day by day with fractions of big integers and keeps no checkpoints: two
// people built the same loan from rules.md without speaking, so where they differ one of them, or the rules, is wrong.
//
//   node engine/laws/two-implementations.test.ts --times=50 --seed=1     longer, and again the same

import { test } from 'node:test';
import { agree } from './agree.ts';
import { holdsFor } from './compare.ts';
import { loanHistory } from './histories.ts';

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
