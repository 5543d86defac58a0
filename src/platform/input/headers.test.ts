import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bothHeaders, ignoredFieldsHeader } from './headers.ts';

test('paths are listed as they are written, and nothing is said when nothing was ignored', () => {
  assert.equal(ignoredFieldsHeader([]), undefined);
  assert.equal(
    ignoredFieldsHeader(['name.middle', 'identities[2].kind', 'x-y_z']),
    'name.middle, identities[2].kind, x-y_z',
  );
  assert.equal(ignoredFieldsHeader(['a\r\nSet-Cookie: b=é%']), 'a%0D%0ASet-Cookie%3A%20b%3D%C3%A9%25');
});

test('a long list ends in dots', () => {
  const header = ignoredFieldsHeader(Array.from({ length: 200 }, (_, index) => `field${index}`));
  assert.match(header ?? '', /^field0, field1, .*, \.\.\.$/);
  assert.equal(ignoredFieldsHeader(['x'.repeat(2000)]), '...');
  assert.equal(ignoredFieldsHeader(['a', '...', 'b']), 'a, b, ...', 'the query was cut, and the body was not');
  assert.equal(bothHeaders('a, ...', 'b'), 'a, b, ...');
  assert.equal(bothHeaders('a', 'b'), 'a, b');
});

test('any names make a header that can be sent, of at most 1,000 characters', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (paths) => {
      const header = ignoredFieldsHeader(paths) ?? '';
      assert.ok(header.length <= 1000);
      assert.match(header, /^[\x20-\x7e]*$/);
    }),
  );
});
