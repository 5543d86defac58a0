import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Address, type AddressInput, addressFields, normalizeAddress } from './us-address.ts';

/** An address that passes. A test sets the parts that matter to it. */
function anAddress(parts: AddressInput = {}): AddressInput {
  return { addressLine1: '1 Main St', city: 'Indianapolis', state: 'IN', postalCode: '46204', ...parts };
}

function normalized(input: AddressInput): Address {
  const result = normalizeAddress(input);
  assert.ok('value' in result, JSON.stringify(result));
  return result.value;
}

function fieldRefused(input: AddressInput): string {
  const result = normalizeAddress(input);
  assert.ok('problem' in result, JSON.stringify(result));
  return result.field ?? 'whole';
}

test('all eight parts are there, those not given are null, and the country is the United States', () => {
  assert.deepEqual(normalized(anAddress()), {
    addressLine1: '1 Main St',
    addressLine2: null,
    city: 'Indianapolis',
    countyOrRegion: null,
    state: 'IN',
    postalCode: '46204',
    country: 'US',
    POBox: null,
  });
});

test('spaces around a part are dropped, and a blank part is null', () => {
  const { addressLine1, addressLine2, POBox } = normalized(
    anAddress({ addressLine1: '  1 Main  St ', addressLine2: ' ', POBox: '' }),
  );
  assert.deepEqual([addressLine1, addressLine2, POBox], ['1 Main  St', null, null]);
});

for (const country of [
  'US',
  'us',
  'USA',
  'U.S.A.',
  'United  States',
  'united states of america',
  '',
  null,
  undefined,
]) {
  test(`country ${JSON.stringify(country)} is the United States`, () => {
    assert.equal(normalized(anAddress({ country })).country, 'US');
    assert.equal(fieldRefused(anAddress({ country, state: 'Ontario' })), 'state');
  });
}

test('a state is stored as its code, given as code or name in any case', () => {
  for (const state of ['IN', 'in', 'Indiana', 'INDIANA']) assert.equal(normalized(anAddress({ state })).state, 'IN');
  for (const state of ['PR', 'GU', 'DC', 'AE']) assert.equal(normalized(anAddress({ state })).state, state);
});

test('an unknown state is refused by name', () => {
  for (const state of ['ZZ', 'Ontario', 'I', '46']) assert.equal(fieldRefused(anAddress({ state })), 'state');
});

test('a ZIP code is stored with five digits, or nine and a dash', () => {
  for (const [written, stored] of [
    ['46204', '46204'],
    [' 00501 ', '00501'],
    ['46204-1234', '46204-1234'],
    ['462041234', '46204-1234'],
    ['46204 1234', '46204-1234'],
  ] as const) {
    assert.equal(normalized(anAddress({ postalCode: written })).postalCode, stored);
  }
});

test('what is no ZIP code is refused by name', () => {
  for (const postalCode of ['4620', '462045', '46204-12', '46204--1234', 'ABCDE', '00000', '00000-0000', 'K1A 0B1']) {
    assert.equal(fieldRefused(anAddress({ postalCode })), 'postalCode', postalCode);
  }
});

test('state and ZIP code may be missing, and need not belong together', () => {
  assert.equal(normalized(anAddress({ state: null })).state, null);
  assert.equal(normalized(anAddress({ postalCode: undefined })).postalCode, null);
  assert.equal(normalized(anAddress({ state: 'CA' })).postalCode, '46204');
});

test('elsewhere state and postal code are free text', () => {
  const address = normalized({ city: 'Ottawa', state: 'Ontario', postalCode: 'K1A 0B1', country: 'ca' });
  assert.deepEqual([address.state, address.postalCode, address.country], ['Ontario', 'K1A 0B1', 'CA']);
});

test('a country is two letters', () => {
  for (const country of ['Mexico', 'M', 'MEX', '12', 'U$'])
    assert.equal(fieldRefused(anAddress({ country })), 'country');
});

test('an address in which nothing is filled is refused as a whole', () => {
  for (const empty of [{}, { country: 'US' }, { city: ' ', state: null, country: 'MX' }]) {
    assert.equal(fieldRefused(empty), 'whole');
  }
});

test('control characters and overlong parts are refused by name, in every part', () => {
  for (const field of addressFields) {
    assert.equal(fieldRefused(anAddress({ [field]: 'a\nb' })), field);
    assert.equal(fieldRefused(anAddress({ [field]: 'a'.repeat(256) })), field);
  }
});

test('normalizing twice changes nothing', () => {
  const part = fc.option(fc.string({ unit: 'grapheme', maxLength: 12 }), { nil: undefined });
  const input = fc.record({
    addressLine1: part,
    city: part,
    state: fc.constantFrom('in', 'New York', 'D.C.', 'XX', undefined),
    postalCode: fc.constantFrom('46204', '462041234', '46204 1234', '1', undefined),
    country: fc.constantFrom('us', 'U.S.A.', 'mx', undefined),
  });
  fc.assert(
    fc.property(input, (input) => {
      const result = normalizeAddress(input);
      if ('value' in result) assert.deepEqual(normalizeAddress(result.value), result);
    }),
  );
});
