// The text that a broken law prints can be pasted as a golden case: read back, it is the same loan.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLoan } from '../calc/read-loan.ts';
import { parseGolden } from '../golden/golden-file.ts';
import { holdsFor, readingOf } from './compare.ts';
import { type History, loanHistory } from './histories.ts';
import { showGolden } from './show-golden.ts';

test('a loan as the text of a golden case is the same loan', () => {
  const law = (history: History): void => {
    const { loan } = parseGolden(showGolden(history)).cases[0]!;
    const { terms, facts } = readLoan(loan);
    assert.deepEqual(readingOf({ terms, facts, through: history.through }), readingOf(history));
  };
  holdsFor(loanHistory({ size: 'small' }), law, { runs: 200 });
});
