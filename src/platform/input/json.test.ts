import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '#platform/errors.ts';
import { parseJson } from './json.ts';
import { Inexact } from './number.ts';

const parse = (text: string): unknown => parseJson(Buffer.from(text));

function messageOf(raw: Buffer): string {
  try {
    parseJson(raw);
  } catch (error) {
    assert.ok(error instanceof Refusal);
    assert.equal(error.kind.status, 400);
    return error.message;
  }
  throw new Error('was not refused');
}

test('random JSON comes through unchanged', () => {
  const value = fc.jsonValue({ stringUnit: 'grapheme' }).filter((json) => !JSON.stringify(json).includes('__proto__'));
  fc.assert(
    fc.property(value, (json) => {
      const text = JSON.stringify(json);
      assert.deepEqual(parse(text), JSON.parse(text));
    }),
    { numRuns: 2000 },
  );
});

test('an empty body is no value, and a byte order mark is no part of one', () => {
  assert.equal(parse(''), undefined);
  assert.equal(parse('\ufeff'), undefined);
  assert.deepEqual(parse('\ufeff{"a":1}'), { a: 1 });
  assert.equal(parse('null'), null);
});

test('digits that a double would lose are kept, at the top and inside', () => {
  assert.deepEqual(parse('{"a":12.500000000000000001,"b":[1e400],"c":1e2,"d":"12345678901234567890"}'), {
    a: new Inexact('12.500000000000000001'),
    b: [new Inexact('1e400')],
    c: 100,
    d: '12345678901234567890',
  });
  assert.deepEqual(parse('9007199254740993'), new Inexact('9007199254740993'));
});

test('what is no JSON is refused with its place and without its content', () => {
  const cases: [string, RegExp][] = [
    [
      '{"ssn":"123-45-6789",\n "b":oops}',
      /^The body is not valid JSON: a character is not expected at line 2, column 6\.$/,
    ],
    ['{"ssn":"123-45-6789" "b"}', /: expected ',' or '}' after property value at line 1, column 22\.$/],
    ['{"ssn":"123-45-6789"', /at line 1, column 21\.$/],
    ['{"a":', /: it ends too early\.$/],
    ['   ', /: it ends too early\.$/],
    ['undefined', /: a character is not expected/],
    ['{"a":"\u0001"}', /: bad control character in string literal at line 1, column 7\.$/],
  ];
  for (const [text, expected] of cases) {
    const message = messageOf(Buffer.from(text));
    assert.match(message, expected);
    assert.doesNotMatch(message, /123-45|oops/);
  }
  assert.match(messageOf(Buffer.from([0x22, 0xff, 0x22])), /not valid UTF-8/);
  // A surrogate written as three bytes (CESU-8) is not UTF-8 either.
  assert.match(messageOf(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])), /not valid UTF-8/);
});

test('a parser error carries no cause, because the parser quotes the body', () => {
  assert.throws(
    () => parse('{"ssn":123-45-6789}'),
    (error: Error) => error.cause === undefined,
  );
});

test('very deep nesting with a risky number is a refusal and no stack overflow', () => {
  const text = `${'['.repeat(200_000)}1e400${']'.repeat(200_000)}`;
  assert.match(messageOf(Buffer.from(text)), /nested too deeply/);
});

test('a body cannot change a prototype', () => {
  for (const text of ['{"__proto__":{"admin":true}}', '{"a":{"\\u005f_proto__":1},"b":1e400}']) {
    assert.match(messageOf(Buffer.from(text)), /__proto__: cannot be used as a name/);
  }
  assert.deepEqual(Object.keys(parse('{"constructor":{"prototype":{"admin":true}}}') as object), ['constructor']);
  assert.equal(({} as { admin?: boolean }).admin, undefined);
});
