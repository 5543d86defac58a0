import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replayLine } from './replay.ts';
import { activation, buy, day, draw, drawTerms, lineTerms } from './test-lines.ts';

const terms = lineTerms([8, 4], { floor: 30, lateFee: [30, 41] });
const facts = [
  activation('2027-01-20'),
  draw('2027-01-20', 'A', drawTerms('0.1825', { grace: 1, percent: '0.02' })),
  buy('2027-01-21', 'A', 2_000),
];

function microsOf(statements: number): number {
  const through = day('2027-01-20') + Math.round(30.44 * statements);
  const times = Array.from({ length: 7 }, () => {
    const start = process.cpuUsage();
    const { position } = replayLine(terms, facts, { through });
    assert.ok(position.obligations.length >= statements - 1);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  });
  return Math.min(...times);
}

test('eight times the unpaid statements take some eight times as long, not sixty-four times', () => {
  // A machine with other work does not slow down the two alike each time.
  const ratios = Array.from({ length: 4 }, () => microsOf(1_600) / microsOf(200));
  assert.ok(Math.min(...ratios) < 24, `${ratios}`);
});
