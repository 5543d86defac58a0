import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastOn } from '../account/tail.ts';
import { replayLine } from './replay.ts';
import { activation, buy, day, dispute, draw, drawTerms, fact, lineTerms, outcome } from './test-lines.ts';
import type { prepare } from './timeline.ts';

const beginning = [activation('2027-01-20'), draw('2027-01-20', 'A', drawTerms('0.1825'))];
// The purchase was moved behind its dispute.
const bought = buy('2027-03-20', 'A', 100, 'moved');
const submitted = dispute('2027-03-01', bought, 40);

test('a dispute that was won counts from a checkpoint that has its submission and not its purchase', () => {
  const won = outcome('2027-03-25', submitted, 'won');
  const facts = [...beginning, submitted, bought, won];
  const whole = replayLine(lineTerms([8, 4]), facts, { through: day('2027-05-20') });
  assert.equal(whole.position.draws[0]!.principalOwed, 6_000);
  const on = day('2027-03-10');
  const from = replayLine(lineTerms([8, 4]), facts, { through: on, last: lastOn(on, facts) });
  const rest = replayLine(lineTerms([8, 4]), [bought, won], { through: day('2027-05-20'), from });
  assert.deepEqual(rest.position, whole.position);
  assert.deepEqual(rest.records.moot, []);
});

test('one outcome of a dispute counts, and none of a dispute without its purchase', () => {
  const won = outcome('2027-03-25', submitted, 'won');
  const again = { ...won, id: 'again', on: day('2027-03-26') };
  const mootIn = (...facts: Parameters<typeof prepare>[0]) =>
    replayLine(lineTerms([8, 4]), [...beginning, ...facts], { through: day('2027-04-20') }).records.moot.map(
      ({ fact: id }) => id,
    );
  assert.deepEqual(mootIn(submitted, bought, won, again), ['again']);
  assert.deepEqual(mootIn(bought, won, again), ['again']);
  assert.deepEqual(mootIn(won), [won.id]);
  // An outcome that was taken back decides nothing.
  const undo = fact('undo', '2027-03-25', {
    of: won.id,
    reason: 'canceled',
    happenedOn: 0,
    amount: null,
    nsfFee: false,
  });
  assert.deepEqual(mootIn(submitted, bought, won, undo, again), []);
});
