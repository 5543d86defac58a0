import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptByZone } from './kept-by-zone.ts';

test('values are kept by zone and number, within one bound for all zones', () => {
  const kept = keptByZone<string>(4);
  const zones = ['UTC', 'America/Chicago', 'america/chicago', 'AMERICA/CHICAGO'];
  for (const zone of zones) kept.set(zone, 1, `of ${zone}`);
  assert.equal(kept.get('America/Chicago', 1), 'of America/Chicago');
  assert.equal(kept.get('America/Chicago', 2), undefined);
  kept.set('America/CHICAGO', 1, 'the fifth');
  assert.equal(kept.get('America/CHICAGO', 1), 'the fifth');
  for (const zone of zones) assert.equal(kept.get(zone, 1), undefined, zone);
});
