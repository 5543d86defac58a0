import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '#platform/errors.ts';
import { metaDataLimits, readMetaData } from './metadata.ts';
import { Inexact } from './number.ts';

const { keysMax, keyLengthMax, valueLengthMax } = metaDataLimits;

function refusalOf(value: unknown): Refusal {
  try {
    readMetaData(value);
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error;
  }
  throw new Error('was not refused');
}

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

test('the limits themselves are allowed, and one more is not', () => {
  assert.deepEqual(readMetaData(keys(keysMax)), keys(keysMax));
  assert.deepEqual(
    [refusalOf(keys(keysMax + 1)).kind.errorType, refusalOf(keys(keysMax + 1)).data.path],
    ['InvalidMetaData', 'metaData.k50'],
  );
  for (const sign of ['x', 'é', '😀']) {
    const atLimits = { [sign.repeat(keyLengthMax)]: sign.repeat(valueLengthMax) };
    assert.deepEqual(readMetaData(atLimits), atLimits);
    const longName = refusalOf({ [sign.repeat(keyLengthMax + 1)]: 'v' });
    assert.match(longName.message, /has a name of 101 characters: a name of metadata has at most 100$/);
    const longValue = refusalOf({ ok: 1, note: sign.repeat(valueLengthMax + 1) });
    assert.equal(longValue.data.path, 'metaData.note');
    assert.match(longValue.message, /has a value of 501 characters: a value of metadata has at most 500$/);
  }
});

test('every key over a limit is named', () => {
  const long = 'x'.repeat(501);
  const { errors } = refusalOf({ a: long, b: 'short', 'c d': long }).data as { errors: { path: string }[] };
  assert.deepEqual(
    errors.map(({ path }) => path),
    ['metaData.a', 'metaData["c d"]'],
  );
});

test('values that are no text come back unchanged and count by their JSON', () => {
  const value = { text: '', number: -1.5e-7, yes: true, nothing: null, list: [1, { a: 'b' }], constructor: 'x' };
  assert.equal(readMetaData(value), value);
  assert.deepEqual(readMetaData({ list: Array(250).fill(1).slice(0, 249) }), { list: Array(249).fill(1) });
  assert.match(refusalOf({ list: Array(251).fill(1) }).message, /503 characters/);
});

test('a number keeps its digits, as long as the database can hold them', () => {
  const value = { a: new Inexact('12.500000000000000001'), b: { c: new Inexact('1e1000') } };
  assert.equal(JSON.stringify(readMetaData(value)), '{"a":12.500000000000000001,"b":{"c":1e1000}}');
  assert.match(refusalOf({ a: { b: new Inexact('1e999999') } }).message, /exponent beyond 1000: send it as text/);
});

test('null clears, and anything that is no map is refused', () => {
  assert.equal(readMetaData(null), null);
  for (const value of ['text', 5, true, [], new Inexact('1e400')]) {
    assert.equal(refusalOf(value).kind.errorType, 'InvalidRequest');
    assert.match(refusalOf(value).message, /^metaData: must be an object of names and values, or null$/);
  }
});
