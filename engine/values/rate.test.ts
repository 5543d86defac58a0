import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addRates, parseRate, type Rate } from './rate.ts';

const accepted: readonly [text: string, canonical: string][] = [
  ['0', '0'],
  ['-0.000', '0'],
  ['0.0725', '0.0725'],
  ['0.07250', '0.0725'],
  ['7.25e-2', '0.0725'],
  ['1e-12', '0.000000000001'],
  ['10', '10'],
  ['1.00', '1'],
  ['100.010', '100.01'],
  ['1e2', '100'],
  ['-0.5', '-0.5'],
  ['999.999999999999', '999.999999999999'],
  ['0.1000000000000000000000', '0.1'],
];

for (const [text, canonical] of accepted) {
  test(`the rate ${text} is written ${canonical}`, () => assert.equal(parseRate(text), canonical));
}

for (const text of [
  '1000',
  '-1000',
  '1e3',
  '1e-13',
  '0.0725000000001234',
  '7.25%',
  '',
  '.07',
  '1/3',
  '1e99999999999',
]) {
  test(`'${text}' is no rate`, () => assert.equal(parseRate(text), undefined));
}

const scaledRate = fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n });

test('every multiple of a trillionth below a thousand is a rate, and its value is kept', () => {
  fc.assert(
    fc.property(scaledRate, (scaled) => {
      const rate = parseRate(`${scaled}e-12`);
      assert.ok(rate !== undefined);
      const [whole = '', fraction = ''] = rate.replace('-', '').split('.');
      const value = BigInt(whole + fraction.padEnd(12, '0'));
      assert.equal(rate.startsWith('-') ? -value : value, scaled);
    }),
  );
});

test('the canonical text is its own canonical text, so equal rates are equal strings', () => {
  fc.assert(
    fc.property(scaledRate, (scaled) => {
      const rate = parseRate(`${scaled}e-12`);
      assert.equal(parseRate(`${rate}`), rate);
      assert.match(`${rate}`, /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
    }),
  );
});

test('a sum of rates is exact, also beyond what one rate may be', () => {
  const rate = (scaled: bigint) => parseRate(`${scaled}e-12`)!;
  fc.assert(
    fc.property(scaledRate, scaledRate, (a, b) => {
      const sum = addRates(rate(a), rate(b));
      assert.equal(addRates(sum, rate(-b)), rate(a));
      if (parseRate(sum) !== undefined) assert.equal(sum, rate(a + b));
    }),
  );
  assert.equal(addRates('0.1' as Rate, '0.2' as Rate), '0.3');
  assert.equal(addRates('-0.05' as Rate, '0.05' as Rate), '0');
  assert.equal(addRates('999' as Rate, '999' as Rate), '1998');
});
