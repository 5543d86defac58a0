import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lean } from './lean-json.ts';

const empty = { amount: 0, isOpen: false, reason: null, fees: [] as number[] };

test('lean JSON has nothing of what is empty, and is whole again over it', () => {
  const all = [
    empty,
    { amount: 1, isOpen: true, reason: 'late', fees: [5] },
    { ...empty, fees: [0] },
    // Another kind of nothing than the empty one is a value.
    { ...empty, reason: '' },
    { ...empty, amount: null },
    { ...empty, isOpen: 0 },
  ];
  for (const one of all) {
    const kept = lean<object>(one, empty);
    assert.deepEqual({ ...empty, ...JSON.parse(JSON.stringify(kept)) }, one);
  }
  assert.deepEqual(lean(empty, empty), {});
  assert.deepEqual(lean({ ...empty, reason: 'late' as string | null }, empty), { reason: 'late' });
});

test('lean JSON keeps what the empty value does not name, and drops what is not there', () => {
  assert.deepEqual(lean<object>({ standard: 0, cleared: null, gone: undefined }, empty), {
    standard: 0,
    cleared: null,
  });
});
