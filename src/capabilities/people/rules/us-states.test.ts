import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usStateOf, usStates } from './us-states.ts';

test('fifty states, the District, five territories, three associated states, three regions of military mail', () => {
  assert.equal(usStates.length, 50 + 1 + 5 + 3 + 3);
  for (const state of usStates) assert.match(state, /^[A-Z]{2}$/);
});

test('every state is found by its code, one by its name, in any case and spacing', () => {
  for (const state of usStates) assert.deepEqual([state, state.toLowerCase()].map(usStateOf), [state, state]);
  for (const text of ['Massachusetts', 'MASSACHUSETTS', ' massachusetts ']) assert.equal(usStateOf(text), 'MA', text);
  for (const text of ['North Dakota', ' north  dakota', 'NORTHDAKOTA']) assert.equal(usStateOf(text), 'ND', text);
});

test('the ways people write the District, New York and the Virgin Islands', () => {
  assert.deepEqual(['D.C.', 'Washington, D.C.', 'N.Y.', 'virgin islands', 'US Virgin Islands'].map(usStateOf), [
    'DC',
    'DC',
    'NY',
    'VI',
    'VI',
  ]);
});

test('what is no state is not taken for one', () => {
  for (const text of ['', 'ZZ', 'Ontario', 'New', 'toString', 'constructor', '__proto__', 'IN-1']) {
    assert.equal(usStateOf(text), undefined, text);
  }
});
