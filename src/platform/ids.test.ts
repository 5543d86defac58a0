import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idPrefixes, newApiKey, newId, opaqueToken, referenceOf } from './ids.ts';

test('an id has its prefix and eight signs of A-Z and 1-9', () => {
  for (let i = 0; i < 2_000; i++) {
    assert.match(newId('BO'), /^BO-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
  }
});

test('every sign comes equally often, so that nothing of the randomness is lost', () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 20_000; i++) {
    for (const sign of newId('LN').slice(3).replace('-', '')) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  assert.equal(counts.size, 35);
  const expected = (20_000 * 8) / 35;
  for (const [sign, count] of counts) {
    // Seven standard deviations: by chance this fails once in a million million runs.
    assert.ok(Math.abs(count - expected) < 7 * Math.sqrt(expected), `${sign} came ${count} times`);
  }
});

test('a hundred thousand ids hold hardly a pair, so the source does not repeat itself', () => {
  const ids = new Set(Array.from({ length: 100_000 }, () => newId('CT')));
  assert.ok(ids.size >= 99_995, `${ids.size} different`);
});

test('all prefixes are different and of the form that paths accept', () => {
  const prefixes = Object.keys(idPrefixes);
  for (const prefix of prefixes) assert.match(prefix, /^[A-Z][A-Z0-9]$/);
  assert.equal(prefixes.length, 129, 'the 80 of the interface, and 49 of ours');
});

test('a reference is an id, or an external id behind ext-', () => {
  assert.deepEqual(referenceOf('BO-AAAA-AAAA'), { id: 'BO-AAAA-AAAA' });
  assert.deepEqual(referenceOf('ext-crm-1'), { externalId: 'crm-1' });
  assert.deepEqual(referenceOf('ext-ext-1'), { externalId: 'ext-1' });
});

test('tokens and keys have the length that their secrecy needs', () => {
  assert.match(opaqueToken(), /^[a-z0-9]{20}$/);
  assert.match(newApiKey('test'), /^tenor_test_[A-Za-z0-9]{32}$/);
});
