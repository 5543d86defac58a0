// Two guards were written from the same documents by people who did not speak: where they differ, one of them or the documents
// are wrong. They must say the same of the result, of what blocks and warns, and of when it is allowed.
//
//   TENOR_GUARDS=100000 npm test -- guard/laws/agreement      more histories
//   TENOR_SEED=7 npm test -- guard/laws/agreement             other ones
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedRules } from '../rules/shipped.ts';
import { judge } from '../verdict/judge.ts';
import { difference, show, smallest } from './agreement.ts';
import { diceOf } from './dice.ts';
import { historyOf } from './histories.ts';

const seed = Number(process.env.TENOR_SEED ?? process.env.TENOR_SEED_OF_RUN ?? 1);
const histories = Number(process.env.TENOR_GUARDS ?? 300);

test('both guards say the same of random histories', () => {
  for (let index = 0; index < histories; index += 1) {
    const history = historyOf(diceOf(seed, index), shippedRules);
    if (difference(history, judge) === undefined) continue;
    const least = smallest(history, judge);
    assert.fail(`History ${index} of seed ${seed}:\n${difference(least, judge)}\n${show(least)}`);
  }
});
