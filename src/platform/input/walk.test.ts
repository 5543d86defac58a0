import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '#platform/errors.ts';
import { checkText, checkValue, depthMax } from './walk.ts';

function refusalOf(act: () => void): Refusal {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof Refusal);
    assert.equal(error.kind.errorType, 'InvalidRequest');
    return error;
  }
  throw new Error('was not refused');
}

test('NUL and lone surrogates are refused with their path, in values and in names', () => {
  const cases: [unknown, string][] = [
    ['\0', ''],
    [{ name: { firstName: 'A\0' } }, 'name.firstName'],
    [{ identities: [{ value: '1' }, { value: '\ud800' }] }, 'identities[1].value'],
    [{ metaData: { 'a b': '\udc00x' } }, 'metaData["a b"]'],
    [{ 'a\0': 1 }, '["a\\u0000"]'],
    [{ a: { '\ud83d': 1 } }, 'a["\ufffd"]'],
  ];
  for (const [value, path] of cases) assert.equal(refusalOf(() => checkValue(value)).data.path, path);
  checkValue({ name: '😀 é \u0001', constructor: 1, prototype: 2 });
});

test('__proto__ is refused wherever it stands', () => {
  const value: unknown = JSON.parse('{"a":[{"\\u005f_proto__":{"admin":true}}]}');
  assert.equal(refusalOf(() => checkValue(value)).data.path, 'a[0].__proto__');
});

test('the deepest allowed nesting passes and one level more does not', () => {
  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  checkValue(nested(depthMax));
  assert.match(refusalOf(() => checkValue(nested(depthMax + 1))).message, /nested too deeply/);
  assert.match(refusalOf(() => checkValue(nested(100_000))).message, /nested too deeply/);
});

test('text from outside a body is refused under the path it is given', () => {
  assert.equal(refusalOf(() => checkText('\0', 'personId')).data.path, 'personId');
  assert.equal(refusalOf(() => checkText('\ud800', 'personId')).data.path, 'personId');
  checkText('PE-AAAA-AAAA', 'personId');
});
