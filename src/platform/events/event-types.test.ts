// Which types a filter means: stars at every index, and no pattern that takes long.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { defineEvent } from './event-kind.ts';
import { eventPattern, matchesType, patternsOfNone, typesPassing } from './event-types.ts';

/** By the definition: a star is any run of characters, also none. */
function naively(pattern: string, type: string): boolean {
  if (pattern === '') return type === '';
  if (pattern[0] !== '*') return pattern[0] === type[0] && naively(pattern.slice(1), type.slice(1));
  return Array.from({ length: type.length + 1 }, (_, i) => i).some((i) => naively(pattern.slice(1), type.slice(i)));
}

const text = (signs: string) => fc.string({ unit: fc.constantFrom(...signs), maxLength: 7 });

test('a pattern means what its stars say', () => {
  fc.assert(
    fc.property(text('ab.*'), text('ab.'), (pattern, type) => {
      assert.equal(matchesType([pattern], type), naively(pattern, type), `${pattern} and ${type}`);
    }),
    { numRuns: 3_000 },
  );
  const meant: [pattern: string, type: string, is: boolean][] = [
    ['contact.created', 'contact.created', true],
    ['contact.*', 'contact.created', true],
    ['contact.*', 'contacts.created', false],
    ['*.created', 'person.identity.created', true],
    ['person.*.created', 'person.created', false],
    ['person*created', 'person.created', true],
    ['*', 'anything', true],
    ['ab*ba', 'aba', false],
    ['contact.created', 'contactXcreated', false],
  ];
  for (const [pattern, type, is] of meant) assert.equal(matchesType([pattern], type), is, `${pattern} and ${type}`);
});

test('patterns of none are those that fit no type', () => {
  fc.assert(
    fc.property(fc.array(text('ab.*')), fc.array(text('ab.')), (patterns, types) => {
      const expected = patterns.filter((pattern) => !types.some((type) => naively(pattern, type)));
      assert.deepEqual(patternsOfNone(patterns, types), expected);
    }),
    { numRuns: 1_000 },
  );
});

test('no pattern takes long, however many stars it has', () => {
  // Whoever tries each way to read a star does not live to see the end of these.
  const hostile: [pattern: string, type: string][] = [
    [`${'*'.repeat(99)}x`, 'person.identity.created'],
    [`${'*a'.repeat(49)}*b`, 'a'.repeat(100)],
  ];
  for (const [pattern, type] of hostile) {
    assert.match(pattern, eventPattern);
    assert.equal(matchesType([pattern], type), false);
  }
});

test('a pattern is dotted words of letters, digits, underscores and stars', () => {
  for (const good of ['a', 'contact.*', '*', '*.created', 'a_1.B*2.c', 'x'.repeat(100)])
    assert.match(good, eventPattern);
  for (const bad of ['', '.', 'a.', '.a', 'a..b', 'a b', 'a,b', 'ä', 'a-b', '%', 'x'.repeat(101), 'a\n']) {
    assert.doesNotMatch(bad, eventPattern, bad);
  }
});

test('all filters together pass what each of them does', () => {
  const kind = (type: string) => defineEvent({ type, summary: type, subject: 'person', fields: {} });
  const kinds = ['a.made', 'a.gone', 'b.made'].map(kind);
  const passing = (filters: Parameters<typeof typesPassing>[0]) => typesPassing(filters, kinds)?.toSorted();
  assert.equal(passing({}), undefined, 'nothing asked: every type, also those that nobody declares any more');
  assert.deepEqual(passing({ events: ['a.*'] }), ['a.gone', 'a.made']);
  assert.deepEqual(passing({ events: ['a.*', 'b.made'] }), ['a.gone', 'a.made', 'b.made']);
  assert.deepEqual(passing({ events: ['a.*'], excludeEvents: ['*.gone'] }), ['a.made']);
  assert.deepEqual(passing({ excludeEvents: ['a.*'] }), ['b.made']);
  assert.deepEqual(passing({ events: ['*.made'], subscribed: ['a.*'] }), ['a.made']);
  assert.deepEqual(passing({ subscribed: [] }), [], 'a subscription to nothing');
  assert.deepEqual(passing({ events: ['old.kind'] }), ['old.kind'], 'by its name, also one that nobody declares');
  assert.deepEqual(passing({ events: ['old.kind'], excludeEvents: ['old.*'] }), []);
});
