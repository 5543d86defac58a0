import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '#platform/errors.ts';
import { parseForm } from './form.ts';

function refusalOf(raw: Buffer | string): Refusal {
  try {
    parseForm(raw);
  } catch (error) {
    assert.ok(error instanceof Refusal);
    assert.equal(error.kind.status, 400);
    return error;
  }
  throw new Error('was not refused');
}

test('brackets and dots nest, positions and doubled names make lists, and everything is text', () => {
  const cases: [string, unknown][] = [
    ['', {}],
    ['a=1&b=', { a: '1', b: '' }],
    ['a&&b=2&', { a: '', b: '2' }],
    ['a=b=c', { a: 'b=c' }],
    ['a[b]=1&a[c][d]=2', { a: { b: '1', c: { d: '2' } } }],
    ['a.b=1&a.c.d=2', { a: { b: '1', c: { d: '2' } } }],
    ['a%5Bb%5D=x+y%2B&a.c=%C3%A9', { a: { b: 'x y+', c: 'é' } }],
    ['a[]=1', { a: ['1'] }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a=1&a=2', { a: ['1', '2'] }],
    ['a[1][b]=y&a[0][b]=x', { a: [{ b: 'x' }, { b: 'y' }] }],
    ['metaData[a.b]=1&metaData.2026=2&metaData[007]=3', { metaData: { 'a.b': '1', '2026': '2', '007': '3' } }],
    ['constructor[prototype][x]=1', { constructor: { prototype: { x: '1' } } }],
  ];
  for (const [text, expected] of cases) {
    assert.deepEqual(parseForm(text), expected, text);
    assert.deepEqual(parseForm(Buffer.from(text)), expected, text);
  }
  assert.deepEqual(parseForm(Buffer.from('a=é')), { a: 'é' });
});

test('what cannot be read is refused with the name as it was written and a sentence', () => {
  const cases: [string, string, RegExp][] = [
    ['a=1&a[b]=2', 'a[b]', /used in one way only/],
    ['a[b]=2&a=1', 'a', /used in one way only/],
    ['a[0]=1&a[b]=2', 'a[b]', /used in one way only/],
    ['a[]=1&a[0]=2', 'a[0]', /used in one way only/],
    ['a[1]=1', 'a', /without a gap, and \[0\] is missing/],
    ['x[0][y][0]=1&x[0][y][2]=1', 'x[0].y', /\[1\] is missing/],
    ['a[4294967295]=1', 'a[4294967295]', /positions below 1000/],
    ['a[][b]=1', 'a[][b]', /\[\] only at its end/],
    ['a[b=1', 'a[b', /every bracket closed/],
    ['a]=1', 'a]', /every bracket closed/],
    ['a[b]c=1', 'a[b]c', /must continue/],
    ['a..b=1', 'a..b', /must continue/],
    ['.a=1', '.a', /must begin with a name/],
    ['[a]=1', '[a]', /must begin with a name/],
    ['a=%zz', 'a', /valid percent escapes/],
    ['a=%C3', 'a', /valid percent escapes/],
    ['a=%ED%A0%80', 'a', /valid percent escapes/],
    // The whole body used to come back as the name of a field, with everything it said about a person.
    ['{"name":"Ada","note":"50%"}', 'Content-Type', /JSON/],
    ['%=1', '%', /valid percent escapes/],
    ['=1', '', /the form must have a name/],
    [`a${'[b]'.repeat(32)}=1`, `a${'[b]'.repeat(20)}`.slice(0, 60).concat('…'), /at most 32 parts/],
    ['a=1&'.repeat(1001), '', /at most 1000 name=value pairs/],
  ];
  for (const [text, path, message] of cases) {
    const refusal = refusalOf(text);
    assert.equal(refusal.kind.errorType, 'InvalidForm', text);
    assert.equal(refusal.data.path, path, text);
    assert.match(refusal.message, message, text);
    assert.ok(refusal.data.expected, text);
  }
  const notText = refusalOf(Buffer.from([0x61, 0x3d, 0xff]));
  assert.match(notText.message, /not valid UTF-8/);
  // This refusal used to name no place and no remedy, unlike all other refusals of a form.
  assert.deepEqual(notText.data, { path: '', expected: 'name=value pairs in UTF-8' });
});

test('NUL and __proto__ are refused in forms as in JSON', () => {
  assert.equal(refusalOf('name[firstName]=%00').data.path, 'name.firstName');
  assert.equal(refusalOf('__proto__[admin]=1').data.path, '__proto__');
  assert.equal(refusalOf('a[__proto__][admin]=1').data.path, 'a.__proto__');
  assert.equal(({} as { admin?: string }).admin, undefined);
});

type Nested = string | Nested[] | { [name: string]: Nested };

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .filter((text) => !/[[\].\0]/.test(text) && text !== '__proto__' && text.isWellFormed());
const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((value) => !value.includes('\0'));
const { nested } = fc.letrec<{ nested: Nested }>((tie) => ({
  nested: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    text,
    fc.array(tie('nested'), { minLength: 1, maxLength: 4 }),
    fc.dictionary(name, tie('nested'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
  ),
}));

/** A number that is a name can be written only after a dot. */
const inside = (outer: string, part: string): string => (/^\d+$/.test(part) ? `${outer}.${part}` : `${outer}[${part}]`);

function pairsOf(value: Nested, path: string): string[] {
  if (typeof value === 'string')
    return [`${encodeURIComponent(path)}=${encodeURIComponent(value).replaceAll('%20', '+')}`];
  if (Array.isArray(value)) return value.flatMap((item, index) => pairsOf(item, `${path}[${index}]`));
  return Object.entries(value).flatMap(([part, item]) => pairsOf(item, inside(path, part)));
}

test('random nested values encode to forms and come back', () => {
  fc.assert(
    fc.property(fc.dictionary(name, nested, { noNullPrototype: true, maxKeys: 4 }), (value) => {
      const pairs = Object.entries(value).flatMap(([part, item]) => pairsOf(item, part));
      fc.pre(pairs.length <= 1000);
      assert.deepEqual(parseForm(pairs.join('&')), value);
    }),
    { numRuns: 2000 },
  );
});
