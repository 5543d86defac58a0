import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LineFact } from './facts.ts';
import { readLine } from './read.ts';
import { replayLine } from './replay.ts';
import { activation, buy, day, draw, drawTerms, fact, lineTerms } from './test-lines.ts';

const terms = { ...lineTerms([3, 28], { floor: 30 }), blockPurchasesOverdueDays: 5 };
const begun = [activation('2027-03-01'), draw('2027-03-01', 'A', drawTerms('0.2', { endDate: day('2027-12-01') }))];

/** On a line that owes 100.00: due 2027-04-28, nothing is paid. */
const why = (on: string, ...facts: LineFact[]): unknown => {
  const state = replayLine(terms, [...begun, buy('2027-03-10', 'A', 100), ...facts], { through: day(on) });
  return readLine(terms, state).draws[0]!.noSpending;
};
const spending = (drawsFrozen: boolean) => fact('spending', '2027-03-20', { newDrawsAllowed: true, drawsFrozen });

test('why nothing may be bought', () => {
  assert.equal(why('2027-03-20'), null);
  assert.equal(why('2027-03-20', fact('close', '2027-03-20', {})), 'lineClosed');
  assert.equal(why('2027-03-20', fact('drawClose', '2027-03-20', { draw: 'A' })), 'drawClosed');
  assert.equal(why('2027-03-20', spending(true)), 'drawsFrozen');
  assert.equal(why('2027-03-20', spending(false)), null);
  assert.equal(why('2027-03-20', fact('acceleration', '2027-03-20', {})), 'lineNotActive');
});

test('past due by more days than the terms allow', () => {
  // Statement 2027-04-03 is due on 04-28: five days past due on 05-03.
  assert.equal(why('2027-05-03'), null);
  assert.equal(why('2027-05-04'), 'linePastDue');
});

test('a draw that is over, or static', () => {
  const on = (last: string, purpose: 'regular' | 'static') => {
    const own = drawTerms('0', { purpose, endDate: day('2027-12-01') });
    const facts = [activation('2027-03-01'), draw('2027-03-01', 'A', own)];
    return readLine(terms, replayLine(terms, facts, { through: day(last) })).draws[0]!.noSpending;
  };
  assert.equal(on('2027-12-01', 'regular'), null);
  assert.equal(on('2027-12-02', 'regular'), 'drawEnded');
  assert.equal(on('2027-12-01', 'static'), 'drawStatic');
});
