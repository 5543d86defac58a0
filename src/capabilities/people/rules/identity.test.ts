import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkCustomTypeName, checkIdentityValue, type IdentityType, identityKey, identityTypes } from './identity.ts';

const nineDigitTypes: readonly IdentityType[] = ['SSN', 'ITIN', 'taxID', 'FEIN'];
const freeTypes: readonly IdentityType[] = ['passport', 'driversLicense', 'custom'];

test('every identity type has its values checked', () => {
  assert.deepEqual([...nineDigitTypes, ...freeTypes].toSorted(), [...identityTypes].toSorted());
});

for (const type of nineDigitTypes) {
  test(`${type}: nine digits, kept as written, placeholders too`, () => {
    for (const value of ['123456789', '123-45-6789', '12-3456789', '123 45 6789', '999999999', '000000000']) {
      assert.deepEqual(checkIdentityValue(type, value), { value });
    }
    assert.deepEqual(checkIdentityValue(type, ' 123-45-6789\n'), { value: '123-45-6789' });
  });

  test(`${type}: anything but nine digits is refused`, () => {
    const wrong = ['', '12345678', '1234567890', '12345678a', '-123456789', '123456789-', '123--456789', '123.45.6789'];
    for (const value of [...wrong, '***-**-6789', '١٢٣٤٥٦٧٨٩', '123-45-\u00006789', 'a81bc81bdead4e5dabff']) {
      const result = checkIdentityValue(type, value);
      assert.ok('problem' in result, value);
      assert.ok(value === '' || !JSON.stringify(result).includes(value), 'the sentence must not repeat the value');
    }
  });
}

for (const type of freeTypes) {
  test(`${type}: 1 to 64 printable characters with something to search for`, () => {
    for (const value of ['X1234567', 'D123-4567-8901-02', 'é', '护照12', 'a'.repeat(64)]) {
      assert.deepEqual(checkIdentityValue(type, value), { value });
    }
    for (const value of ['', '  ', '---', 'a'.repeat(65), 'X12\u0000', 'X\n12', 'X\u200B12']) {
      assert.ok('problem' in checkIdentityValue(type, value), JSON.stringify(value));
    }
  });
}

test('a custom identity, and no other, has the name of its type', () => {
  assert.deepEqual(checkCustomTypeName('custom', ' Matrícula '), { value: 'Matrícula' });
  for (const name of [null, undefined, '', '  ', 'a'.repeat(65), 'a\u0000']) {
    assert.ok('problem' in checkCustomTypeName('custom', name));
  }
  for (const type of identityTypes.filter((type) => type !== 'custom')) {
    assert.deepEqual(checkCustomTypeName(type, null), { value: null });
    assert.deepEqual(checkCustomTypeName(type, undefined), { value: null });
    assert.ok('problem' in checkCustomTypeName(type, 'Matrícula'));
  }
});

test('the key of nine digits is the digits, wherever the dashes stand', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 9, maxLength: 9 });
  const separators = fc.array(fc.constantFrom('', '-', ' '), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(fc.constantFrom(...nineDigitTypes), digits, separators, (type, digits, separators) => {
      const written = [...digits].map((digit, index) => digit + (separators[index] ?? '')).join('');
      assert.deepEqual(checkIdentityValue(type, written), { value: written });
      assert.equal(identityKey(written), digits);
    }),
  );
});

test('the key of other identities has no case and no punctuation', () => {
  assert.equal(identityKey('d123-4567 8901.02'), 'D1234567890102');
  assert.equal(identityKey('ｘ１２'), 'X12');
});

test('a checked value has a key, and the key is its own key', () => {
  fc.assert(
    fc.property(fc.constantFrom(...identityTypes), fc.string({ unit: 'binary' }), (type, value) => {
      const result = checkIdentityValue(type, value);
      if ('problem' in result) return;
      const key = identityKey(result.value);
      assert.notEqual(key, '');
      assert.equal(identityKey(key), key);
    }),
    { numRuns: 1000 },
  );
});
