import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { askedTerms, indexTerms, isLetter, matches, queryWords, words } from './search-words.ts';

const split: readonly [text: string, stored: string[], asked: string[]][] = [
  ['Maria Lopez', ['maria', 'lopez'], ['maria', 'lopez']],
  ['  Maria\tLOPEZ, Jr. ', ['maria', 'lopez', 'jr'], ['maria', 'lopez', 'jr']],
  ['José Núñez-Álvarez', ['jose', 'nunez', 'alvarez'], ['jose', 'nunez', 'alvarez']],
  ["O'Brien", ['obrien', 'o', 'brien'], ['obrien']],
  ['O\u2019Brien', ['obrien', 'o', 'brien'], ['obrien']],
  ['O\u00B4Brien', ['obrien', 'o', 'brien'], ['obrien']],
  ['\u02BBAkamu', ['akamu'], ['akamu']],
  ["'quoted'", ['quoted'], ['quoted']],
  ['Straße Øystein Łukasz', ['strasse', 'oystein', 'lukasz'], ['strasse', 'oystein', 'lukasz']],
  ['İSTANBUL Diyarbakır', ['istanbul', 'diyarbakir'], ['istanbul', 'diyarbakir']],
  ['ΟΔΥΣΣΕΥΣ Οδυσσεύς', ['οδυσσευσ'], ['οδυσσευσ']],
  ['3M Co.', ['3m', 'co'], ['3m', 'co']],
  ['ﬁnance Ⅳ', ['finance', 'iv'], ['finance', 'iv']],
  ['王伟', ['王伟'], ['王伟']],
  ['no no No', ['no'], ['no']],
  [' -- \u0000 \uD800 ', [], []],
];

for (const [text, stored, asked] of split) {
  test(`${JSON.stringify(text)} is stored as ${stored.join(' ')} and asked for as ${asked.join(' ')}`, () => {
    assert.deepEqual(words(text), stored);
    assert.deepEqual(queryWords(text), asked);
  });
}

test('terms are the prefixes from three letters on, and the whole word', () => {
  assert.deepEqual(indexTerms('Maria'), ['mar', 'mari', 'maria']);
  assert.deepEqual(indexTerms('Al Li 3M'), ['al', 'li', '3m']);
  assert.deepEqual(indexTerms('Mari Maria'), ['mar', 'mari', 'maria']);
});

test('two letters are no prefix that is stored, and ask for all prefixes of three that begin with them', () => {
  assert.ok(!indexTerms('Marianne').includes('ma'));
  assert.ok(indexTerms('Yo-Yo Ma').includes('ma'));
  for (const [asked, text] of [
    ['ma', 'Marianne'],
    ['ma', 'Yo-Yo Ma'],
    ['3m', '3M'],
    ['12', '123 Main St'],
    ['ма', 'Марія'],
    ['μα', 'Μαρία'],
    ['1', '1 Oak St'],
    ['1', '12 Oak St'],
    ['1', '123 Oak St'],
  ] as const) {
    assert.ok(!new Set(askedTerms(asked)).isDisjointFrom(new Set(indexTerms(text))), `${asked} ${text}`);
  }
  assert.ok(new Set(askedTerms('ma')).isDisjointFrom(new Set(indexTerms('Emma Amanda'))));
  assert.deepEqual([askedTerms('m'), askedTerms('王伟'), askedTerms('mar')], [['m'], ['王伟'], ['mar']]);
});

test('a letter alone is told from a digit and from two letters', () => {
  assert.deepEqual(['m', 'я', '王', '7', 'ma', ''].map(isLetter), [true, true, true, false, false, false]);
});

test('a word without its apostrophe finds the one with it, and the other way round', () => {
  for (const stored of ["O'Brien", 'OBrien', 'O\u2019BRIEN']) {
    for (const asked of queryWords("o'brien")) assert.equal(matches(stored, asked), 'exact', stored);
    for (const asked of queryWords('obri')) assert.equal(matches(stored, asked), 'prefix', stored);
  }
  assert.equal(matches("O'Brien", 'brien'), 'exact');
});

test('of a long word every letter counts', () => {
  const asked = 'wolfeschlegelsteinhausen';
  assert.ok(!indexTerms('Wolfeschlegelberg').includes(asked));
  assert.equal(matches('Wolfeschlegelberg', asked), null);
  assert.ok(indexTerms('Wolfeschlegelsteinhausenbergerdorff').includes(asked));
  assert.equal(matches('Wolfeschlegelsteinhausenbergerdorff', asked), 'prefix');
});

test('matching tells whole words from beginnings, and from nothing', () => {
  assert.equal(matches('Martina Lopez', 'mart'), 'prefix');
  assert.equal(matches('Mart Martina', 'mart'), 'exact');
  assert.equal(matches('Martina Lopez', 'ma'), 'prefix');
  assert.equal(matches('Martina Lopez', 'm'), null);
  assert.equal(matches('Martina Lopez', 'tina'), null);
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(..."aAbßéñŁ\u0130\u0131\u03A3\u0149\u{1F600}\u{20000}\u2019' -.3"),
    maxLength: 40,
  }),
);

test('a word is its own word, so what is stored and what is asked for cannot drift apart', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const word of words(text)) {
        assert.deepEqual(words(word), [word]);
        assert.deepEqual(queryWords(word), [word]);
      }
      for (const word of queryWords(text)) assert.ok(words(text).includes(word));
    }),
    { numRuns: 2000 },
  );
});

test('a query word matches a text exactly when one of its terms is stored', () => {
  fc.assert(
    fc.property(anyText, fc.nat({ max: 40 }), (text, length) => {
      for (const word of words(text)) {
        const asked = [...word].slice(0, length + 1).join('');
        const stored = new Set(indexTerms(text));
        const isStored = askedTerms(asked).some((term) => stored.has(term));
        assert.equal(matches(text, asked) !== null, isStored);
        if ([...asked].length >= 3 || asked === word) assert.ok(isStored);
      }
    }),
    { numRuns: 2000 },
  );
});

test('no term is cut in the middle of a character', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const term of indexTerms(text)) assert.ok(term.isWellFormed() && term !== '');
    }),
  );
});
