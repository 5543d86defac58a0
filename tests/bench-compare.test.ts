// When the bench says that something has changed between two versions.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verdictOf } from '../bench/versions/compare.ts';

describe('what the bench compares', () => {
  const quiet = [100, 101, 99, 100, 102, 100, 101];
  const times = (factor: number) => quiet.map((one, i) => one * factor + (i % 2));

  test('has changed where each round says so, by more than the rounds differ', () => {
    assert.equal(verdictOf(quiet, times(0.9)), 'less');
    assert.equal(verdictOf(quiet, times(1.1)), 'more');
  });

  test('has not changed by a little, or where one round says the opposite', () => {
    assert.equal(verdictOf(quiet, times(1.01)), '');
    assert.equal(verdictOf(quiet, [90, 90, 90, 90, 90, 90, 102]), '');
  });

  test('has not changed by less than the rounds of one version differ', () => {
    const busy = [100, 150, 90, 160, 100, 140, 95];
    assert.equal(
      verdictOf(
        busy,
        busy.map((one) => one * 0.8),
      ),
      '',
    );
    assert.equal(
      verdictOf(
        busy,
        busy.map((one) => one * 0.4),
      ),
      'less',
    );
  });
});
