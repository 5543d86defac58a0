// Whatever bytes arrive, the only error is a refusal of 4xx whose problems say where it is wrong and what would be
// right.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type TSchema, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { type Problem, Refusal } from '#platform/errors.ts';
import { compileInput, type Source } from './compile-input.ts';
import { explain } from './explanation.ts';
import { parseForm } from './form.ts';
import { parseJson } from './json.ts';
import { Inexact } from './number.ts';
import { parseQuery } from './query.ts';
import { Run } from './run.ts';
import { nodeOf } from './schema-node.ts';
import {
  Amount,
  Bool,
  DateOnly,
  DateTime,
  ExternalId,
  Int,
  MetaData,
  Nullable,
  Rate,
  StringEnum,
  Text,
} from './schemas.ts';

const everything = Type.Object({
  a: Type.Optional(Nullable(Amount)),
  b: Type.Optional(
    Type.Array(Nullable(Type.Object({ a: Int({ min: 1, max: 9 }), b: Type.Optional(DateOnly) })), { maxItems: 2 }),
  ),
  c: Type.Optional(MetaData),
  d: Type.Optional(Type.Record(Type.String(), Nullable(Bool))),
  e: Type.Optional(StringEnum(['a', 'b'])),
  f: Type.Optional(ExternalId({ max: 3 })),
  '': Type.Optional(Rate),
  h: Type.Optional(DateTime),
  i: Type.Optional(Type.Unknown()),
  j: Type.Optional(Type.Object({ a: Text({ min: 1, max: 2 }) }, { additionalProperties: true })),
});
const schemas: TSchema[] = [
  everything,
  Type.Array(everything),
  MetaData,
  Amount,
  Nullable(Int({ min: 0, max: 5 })),
  Type.Array(Text({ max: 2 })),
];
const inputs = schemas.map((schema) => compileInput(schema));

const sentence = /^(?:(?:the (?:body|form|query) )?(?:must|is|has|cannot) [a-z].*)$/s;

function survives(act: () => unknown): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    assert.equal(error.kind.status, 400);
    const problems = (error.data.errors ?? []) as Problem[];
    if (problems.length === 0) assert.match(error.message, /^The body is not valid .+\.$/);
    assert.ok(problems.length <= 20);
    for (const { path, message, expected } of problems) {
      assert.match(message, sentence);
      assert.ok(expected !== undefined && expected !== '' && path !== undefined);
      assert.doesNotMatch(message, /does not fit its description/);
    }
  }
}

function survivesAll(raw: Buffer): void {
  const parsers: [Source, () => unknown][] = [
    ['json', () => parseJson(raw)],
    ['form', () => parseForm(raw)],
    ['query', () => parseQuery(raw.toString('latin1'))],
  ];
  for (const [source, parse] of parsers) {
    survives(() => {
      const value = parse();
      for (const input of inputs) survives(() => input.decode(value, source));
    });
  }
}

test('arbitrary bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => survivesAll(Buffer.from(bytes))),
    { numRuns: 5000 },
  );
});

test('text that is nearly JSON', () => {
  const pieces = fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '"a":',
      '"b":',
      '"c":',
      '"d":',
      '"":',
      '"j":',
      '"__proto__":',
      '"metadata":',
    ],
    ...[
      '"\\ud800"',
      '"\\u0000"',
      '"x"',
      'null',
      'true',
      '1',
      '-0',
      '1e400',
      '9007199254740993',
      '0.1',
      '[{',
      '}]',
      ' ',
      '\ufeff',
    ],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 25 }), (texts) => survivesAll(Buffer.from(texts.join('')))),
    { numRuns: 10_000 },
  );
});

test('text that is nearly a form', () => {
  const pieces = fc.constantFrom(
    ...[
      'a',
      'b',
      'c',
      'd',
      'j',
      '0',
      '1',
      '999',
      '[',
      ']',
      '[]',
      '.',
      '=',
      '&',
      '+',
      '%',
      '%5B',
      '%00',
      '%C3',
      '%A9',
      '__proto__',
    ],
    ...['constructor', 'true', 'null', 'metadata', '12.50', '2026-01-31', '\u00e9', '\ud800', ','],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 25 }), (texts) => {
      const text = texts.join('');
      survivesAll(Buffer.from(text));
      survives(() => parseForm(text));
      survives(() => parseQuery(text));
    }),
    { numRuns: 10_000 },
  );
});

const leaf = fc.constantFrom<unknown>(
  ...[null, true, 0, 1, 9.5, -0, 1e300, '', 'a', 'ab', 'abc', 'ext-', '12.50', '2026-01-31', 'true', '3'],
);
const inexact = fc.constantFrom('1e400', '12.500000000000000001', '1e999999').map((source) => new Inexact(source));
const keys = fc.constantFrom(
  ...['a', 'b', 'c', 'd', 'e', 'f', '', 'h', 'i', 'j', 'metadata', 'metaData', 'constructor', '0', '1', 'z z'],
);

function valuesOf(leaves: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaves,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(keys, tie('value'), { maxKeys: 6, noNullPrototype: true }),
    ),
  }));
  return value;
}

test('any value is decoded or refused by every schema', () => {
  fc.assert(
    fc.property(
      valuesOf(fc.oneof(leaf, inexact)),
      fc.constantFrom<Source>('json', 'form', 'query'),
      (value, source) => {
        for (const input of inputs) survives(() => input.decode(value, source));
      },
    ),
    { numRuns: 10_000 },
  );
});

// Without Inexact, which the check would take for an object; the reader never gives it one there.
test('what the compiled check refuses is explained, and what it accepts is not', () => {
  const nodes = schemas.map((schema) => nodeOf(schema, 'schema'));
  fc.assert(
    fc.property(valuesOf(leaf), (value) => {
      for (const node of nodes) {
        const run = new Run('json');
        explain(node, value, run);
        const isUnexplained = run.refusal()?.message.includes('does not fit its description');
        assert.equal(isUnexplained, Check(node.check, value), JSON.stringify(value));
      }
    }),
    { numRuns: 10_000 },
  );
});

test('no input changes a prototype', () => {
  const before = Object.getOwnPropertyNames(Object.prototype).length;
  for (const [index, input] of inputs.entries()) {
    const polluted: unknown = JSON.parse(
      '{"__proto__":{"x":1},"i":{"__proto__":{"x":1}},"j":{"a":"b","__proto__":{"x":1}},"d":{"__proto__":true}}',
    );
    // decode gets values that no parser returns, because it must be safe by itself.
    survives(() => {
      const { value } = input.decode(polluted, 'json');
      assert.equal((value as { x?: number }).x, undefined, `schema ${index}`);
      assert.equal((value as { j?: { x?: number } }).j?.x, undefined, `schema ${index}`);
      assert.equal((value as { d?: { x?: number } }).d?.x, undefined, `schema ${index}`);
    });
  }
  assert.equal(Object.getOwnPropertyNames(Object.prototype).length, before);
});
