import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '#platform/errors.ts';
import { parseQuery } from './query.ts';

test('names keep their text, and a doubled name has a list', () => {
  assert.deepEqual(parseQuery(''), {});
  assert.deepEqual(parseQuery('?'), {});
  assert.deepEqual(parseQuery('?a=1&a=2&b[c]=3&d.e=+&f'), { a: ['1', '2'], 'b[c]': '3', 'd.e': ' ', f: '' });
});

test('what cannot be read is refused with a sentence', () => {
  const cases: [string, string, RegExp][] = [
    ['a=%zz', 'a', /valid percent escapes/],
    ['a=%00', 'a', /NUL/],
    ['a=1&a=%00', 'a[1]', /NUL/],
    ['__proto__=1', '__proto__', /cannot be used as a name/],
    ['=1', '', /the query must have a name/],
    ['a=\u00c3\u00a9', '', /percent-encoded as UTF-8/],
    ['a&'.repeat(1001), '', /at most 1000 name=value pairs/],
  ];
  for (const [search, path, message] of cases) {
    assert.throws(
      () => parseQuery(search),
      (error) => {
        assert.ok(error instanceof Refusal);
        assert.equal(error.kind.errorType, 'InvalidRequest');
        assert.equal(error.data.path, path);
        assert.match(error.message, message);
        return true;
      },
    );
  }
});

test('what URLSearchParams writes comes back', () => {
  const pair = fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(fc.uniqueArray(pair, { selector: ([name]) => name }), (pairs) => {
      fc.pre(pairs.every(([name, text]) => name !== '__proto__' && !`${name}${text}`.includes('\0')));
      assert.deepEqual(parseQuery(new URLSearchParams(pairs).toString()), Object.fromEntries(pairs));
    }),
  );
});
