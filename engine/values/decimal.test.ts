import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatScaled, scaleDecimal } from './decimal.ts';

test('a decimal is scaled to whole digits, without the sign of a zero', () => {
  const scale = { places: 3, digitsMax: 6 };
  assert.deepEqual(scaleDecimal('-1.25', scale), { isNegative: true, digits: '1250' });
  assert.deepEqual(scaleDecimal('-0.0', scale), { isNegative: false, digits: '0' });
  assert.deepEqual(scaleDecimal('999.999', scale), { isNegative: false, digits: '999999' });
  assert.equal(scaleDecimal('1000', scale), undefined);
  assert.equal(scaleDecimal('0.0001', scale), undefined);
});

test('writing the scaled digits and scaling them again is the identity', () => {
  const places = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 20n }), fc.boolean(), places, (digits, isNegative, places) => {
      const scaled = { isNegative, digits: String(digits) };
      assert.deepEqual(scaleDecimal(formatScaled(scaled, places), { places, digitsMax: 21 }), scaled);
    }),
  );
});

test('no text makes the scanner throw', () => {
  const alphabet = fc.constantFrom(...'0019.-+eE ');
  fc.assert(
    fc.property(fc.string({ unit: alphabet, maxLength: 120 }), (text) => {
      const scaled = scaleDecimal(text, { places: 2, digitsMax: 14 });
      if (scaled !== undefined) assert.equal(formatScaled(scaled, 2), Number(text).toFixed(2).replace('-0.00', '0.00'));
    }),
    { numRuns: 5000 },
  );
});
