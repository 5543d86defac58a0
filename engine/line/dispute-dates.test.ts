import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateOf } from '../values/day.ts';
import { disputeDatesOf } from './dispute-dates.ts';
import { replayLine } from './replay.ts';
import { activation, day, lineTerms } from './test-lines.ts';

const datesOf = (notice: string): string[] => {
  const state = replayLine(lineTerms([5, 28]), [activation('2027-04-15')], { through: day(notice) });
  const { acknowledgeBy, decideBy } = disputeDatesOf(state);
  return [dateOf(acknowledgeBy), dateOf(decideBy)];
};

test('the worked example of line-of-credit-math 11.1', () => {
  // Complete cycles: 06-05 to 07-04 and 07-05 to 08-04; day 90 is 08-12.
  assert.deepEqual(datesOf('2027-05-14'), ['2027-06-13', '2027-08-04']);
});

test('ninety days where two cycles take longer', () => {
  // On the first day of a period that one is not complete: 06-05 to 08-04; day 90 is 08-03.
  assert.deepEqual(datesOf('2027-05-05'), ['2027-06-04', '2027-08-03']);
});
