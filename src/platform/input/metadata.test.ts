import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from '#platform/errors.ts';
import { keptMetaData, type MetaData, metaDataLimits, metaDataProblems } from './metadata.ts';
import { Inexact } from './number.ts';

const { keysMax, keyLengthMax, valueLengthMax } = metaDataLimits;

const problemsOf = (value: MetaData): Problem[] => metaDataProblems(value, ['metaData']);

function kept(value: MetaData): MetaData {
  assert.deepEqual(problemsOf(value), []);
  return keptMetaData(value);
}

function problemOf(value: MetaData): Problem {
  const [problem] = problemsOf(value);
  return problem ?? assert.fail('was not refused');
}

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

test('the limits themselves are allowed, and one more is not', () => {
  assert.deepEqual(kept(keys(keysMax)), keys(keysMax));
  assert.equal(problemOf(keys(keysMax + 1)).path, 'metaData.k50');
  for (const sign of ['x', 'é', '😀']) {
    const atLimits = { [sign.repeat(keyLengthMax)]: sign.repeat(valueLengthMax) };
    assert.deepEqual(kept(atLimits), atLimits);
    const longName = problemOf({ [sign.repeat(keyLengthMax + 1)]: 'v' });
    assert.match(longName.message, /has a name of 101 characters: a name of metadata has at most 100$/);
    const longValue = problemOf({ ok: 1, note: sign.repeat(valueLengthMax + 1) });
    assert.equal(longValue.path, 'metaData.note');
    assert.match(longValue.message, /has a value of 501 characters: a value of metadata has at most 500$/);
  }
});

test('every key over a limit is named', () => {
  const long = 'x'.repeat(501);
  assert.deepEqual(
    problemsOf({ a: long, b: 'short', 'c d': long }).map(({ path }) => path),
    ['metaData.a', 'metaData["c d"]'],
  );
});

test('values that are no text come back unchanged and count by their JSON', () => {
  const value = { text: '', number: -1.5e-7, yes: true, nothing: null, list: [1, { a: 'b' }], constructor: 'x' };
  assert.equal(kept(value), value);
  assert.deepEqual(kept({ list: Array(250).fill(1).slice(0, 249) }), { list: Array(249).fill(1) });
  assert.match(problemOf({ list: Array(251).fill(1) }).message, /503 characters/);
});

test('a number keeps its digits, as long as the database can hold them', () => {
  const value = { a: new Inexact('12.500000000000000001'), b: { c: new Inexact('1e1000') } };
  assert.equal(JSON.stringify(kept(value)), '{"a":12.500000000000000001,"b":{"c":1e1000}}');
  assert.match(problemOf({ a: { b: new Inexact('1e999999') } }).message, /exponent beyond 1000: send it as text/);
});
