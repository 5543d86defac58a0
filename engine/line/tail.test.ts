import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comeAfter, factsAfter, lastOn, placeOf, reachBack } from '../account/tail.ts';
import type { LineFact } from './facts.ts';
import { lineReach } from './tail.ts';
import { activation, buy, day, dispute, draw, drawTerms, fact, outcome } from './test-lines.ts';

const opened = draw('2027-02-10', 'A', drawTerms('0.1825'));
const other = draw('2027-02-12', 'B', drawTerms('0.1825'));
const bought = buy('2027-02-20', 'A', 100);
const submitted = dispute('2027-03-01', bought, 40);
const before: readonly LineFact[] = [activation('2027-01-20'), opened, other, bought, submitted];
const cancel = fact('drawCancel', '2027-04-05', { draw: 'A' });
const drawFee = fact('feeChange', '2027-04-05', { type: 'draw', draw: 'A', amount: 500 });
const annualFee = fact('feeChange', '2027-04-05', { type: 'annual', draw: 'A', amount: 500 });
const at = (text: string) => lastOn(day(text), before);

test('a draw fee that is changed counts from the activation of the draw: no checkpoint has it', () => {
  assert.equal(reachBack([drawFee], [], at('2027-03-15'), lineReach), true);
  assert.equal(reachBack([annualFee], [], at('2027-03-15'), lineReach), false);
  assert.deepEqual(factsAfter([...before, drawFee], at('2027-06-01'), lineReach), [drawFee]);
  assert.equal(comeAfter([drawFee], at('2027-03-15'), lineReach), false);
  assert.equal(comeAfter([annualFee], at('2027-03-15'), lineReach), true);
});

test('a dispute that is won changes its purchase and itself; otherwise how it ends counts on its day', () => {
  const won = outcome('2027-04-05', submitted, 'won');
  const lost = outcome('2027-04-05', submitted, 'lost');
  for (const place of [at('2027-02-25'), at('2027-03-15')]) {
    assert.equal(reachBack([won], [], place, lineReach), true, 'the purchase lies before');
    assert.equal(reachBack([lost], [], place, lineReach), false);
  }
  // Both lie behind the place.
  assert.equal(reachBack([won], [bought, submitted], at('2027-02-15'), lineReach), false);
  // The purchase was moved behind its dispute: one of the two suffices to reach back.
  const moved = { ...bought, on: day('2027-03-20') };
  assert.equal(reachBack([won], [moved], at('2027-03-10'), lineReach), true);
  assert.deepEqual(factsAfter([...before, won], at('2027-02-25'), lineReach), [submitted, won]);
  assert.deepEqual(factsAfter([...before, won], at('2027-03-15'), lineReach), []);
  assert.equal(comeAfter([won], at('2027-03-15'), lineReach), false);
  assert.equal(comeAfter([lost], at('2027-03-15'), lineReach), true);
});

test('a draw that is canceled never was: its own activation is changed, and no other', () => {
  assert.equal(reachBack([cancel], [], at('2027-02-11'), lineReach), true, 'its activation is not among the facts');
  assert.equal(reachBack([cancel], [opened, other], at('2027-02-05'), lineReach), false);
  assert.equal(reachBack([cancel], [other], at('2027-02-11'), lineReach), true);
  assert.deepEqual(factsAfter([...before, cancel], at('2027-02-11'), lineReach), [other, bought, submitted]);
  assert.deepEqual(factsAfter([opened, other, cancel], at('2027-02-05'), lineReach), [opened, other, cancel]);
  assert.equal(comeAfter([cancel], at('2027-03-15'), lineReach), false);
});

test('an undo of what reaches back reaches as far', () => {
  const won = outcome('2027-04-05', submitted, 'won');
  const undo = fact('undo', '2027-04-06', {
    of: won.id,
    reason: 'canceled',
    happenedOn: 0,
    amount: null,
    nsfFee: false,
  });
  assert.equal(reachBack([undo], [bought, submitted, won], placeOf(bought), lineReach), true);
  assert.equal(reachBack([undo], [bought, submitted, won], at('2027-02-15'), lineReach), false);
});
