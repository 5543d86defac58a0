import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { exactNumber, Inexact, keepNumbers, mayLoseDigits } from './number.ts';

const isExact = (source: string): boolean => typeof exactNumber(source) === 'number';

test('a number that a double holds stays a number, however it is written', () => {
  for (const source of ['1e2', '75.50', '1.0', '0.30000000000000004', '-0', '0e999', '9007199254740992', '5e-324']) {
    assert.equal(exactNumber(source), Number(source), source);
  }
});

test('a number that a double would change keeps its source', () => {
  for (const source of [
    '12.500000000000000001',
    '1e400',
    '-1e400',
    '1e-400',
    '9007199254740993',
    '0.1'.padEnd(400, '1'),
  ]) {
    const value = exactNumber(source);
    assert.ok(value instanceof Inexact, source);
    assert.equal(value.source, source);
    assert.equal(JSON.stringify({ value }), `{"value":${source}}`);
  }
});

// By its digits it would take an hour.
test('a megabyte of zeros is not compared by its digits', { timeout: 60_000 }, () => {
  assert.equal(isExact(`1${'0'.repeat(1_000_000)}1`), false);
});

test('no decimal of 15 digits is risky or inexact, and nothing inexact escapes the risk test', () => {
  const decimal = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.bigInt({ min: 0n, max: 10n ** 25n }),
      fc.nat(24),
      fc.constantFrom('', 'e5', 'E-3'),
    )
    .map(([sign, n, places, exponent]) => {
      const digits = String(n).padStart(places + 1, '0');
      const fraction = places === 0 ? '' : `.${digits.slice(-places)}`;
      return `${sign}${digits.slice(0, digits.length - places)}${fraction}${exponent}`;
    });
  fc.assert(
    fc.property(decimal, (source) => {
      const count = source.replace(/e.*|\D/gi, '').length;
      if (count <= 15 && !/e/i.test(source)) assert.ok(isExact(source), source);
      if (!isExact(source)) assert.ok(mayLoseDigits(source) && mayLoseDigits(`{"a":${source}}`), source);
    }),
    { numRuns: 20_000 },
  );
});

test('what is kept is given back digit by digit, and shared when nothing had to change', () => {
  const plain = { a: [1, { b: 'x' }] };
  assert.equal(keepNumbers(plain), plain);
  const kept = keepNumbers({ a: [new Inexact('1.00000000000000000001'), null], b: { c: new Inexact('1e400') } });
  assert.equal(JSON.stringify(kept), '{"a":[1.00000000000000000001,null],"b":{"c":1e400}}');
});
