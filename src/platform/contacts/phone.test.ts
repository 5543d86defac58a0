import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { normalizePhone } from './phone.ts';

const accepted: readonly [text: string, e164: string][] = [
  ['+13175551212', '+13175551212'],
  ['3175551212', '+13175551212'],
  ['13175551212', '+13175551212'],
  ['(317) 555-1212', '+13175551212'],
  ['317.555.1212 ', '+13175551212'],
  ['+1 (317) 555-0100', '+13175550100'],
  ['1-800-555-0199', '+18005550199'],
  ['+44 20 7946 0958', '+442079460958'],
  ['011 44 20 7946 0958', '+442079460958'],
  ['+52 55 1234 5678', '+525512345678'],
  ['999-999-9999', '+19999999999'],
];

for (const [text, e164] of accepted) {
  test(`${text} is ${e164}`, async () => assert.deepEqual(await normalizePhone(text), { value: e164 }));
}

const refused: readonly [text: string, why: string][] = [
  ['', 'nothing'],
  ['123', 'too short'],
  ['911', 'an emergency number'],
  ['555-1212', 'no area code'],
  ['+1317555121', 'a digit is missing'],
  ['+131755512123', 'a digit too many'],
  ['+1 017 555 1212', 'an area code that begins with 0'],
  ['+1 117 555 1212', 'an area code that begins with 1'],
  ['317 155 1212', 'an exchange that begins with 1'],
  ['000-000-0000', 'zeros'],
  ['+44 20 794', 'too short for its country'],
  ['+999 123456', 'no such country'],
  ['1-800-FLOWERS', 'letters'],
  ['call 317 555 1212', 'a sentence'],
  ['abc317-555-1212', 'letters'],
  ['317-555-1212, 317-555-1213', 'two numbers'],
  ['317-555-1212 x5', 'an extension'],
  ['317-555-1212;ext=5', 'an extension'],
  ['+13175551212\u0000', 'a control character'],
  [`+1${'3'.repeat(5000)}`, 'far too long'],
];

for (const [text, why] of refused) {
  test(`${JSON.stringify(text.slice(0, 32))} is refused: ${why}`, async () => {
    const result = await normalizePhone(text);
    assert.ok('problem' in result);
    assert.ok(text === '' || !result.problem.includes(text), 'the sentence must not repeat the value');
  });
}

test('every number of the North American shape is kept, however it is punctuated, and normalizing is stable', async () => {
  const digits = (from: string, length: number) =>
    fc.string({ unit: fc.constantFrom(...from), minLength: length, maxLength: length });
  const part = fc.tuple(digits('23456789', 1), digits('0123456789', 2)).map((both) => both.join(''));
  const separator = fc.constantFrom('', ' ', '-', '.');
  await fc.assert(
    fc.asyncProperty(part, part, digits('0123456789', 4), separator, async (area, exchange, line, between) => {
      const e164 = `+1${area}${exchange}${line}`;
      assert.deepEqual(await normalizePhone([area, exchange, line].join(between)), { value: e164 });
      assert.deepEqual(await normalizePhone(e164), { value: e164 });
    }),
    { numRuns: 500 },
  );
});

test('no text makes it throw, and every value is E.164', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'+0123456789 -()x;#') }));
  await fc.assert(
    fc.asyncProperty(text, async (text) => {
      const result = await normalizePhone(text);
      if ('value' in result) assert.match(result.value, /^\+[1-9]\d{1,14}$/);
    }),
    { numRuns: 1000 },
  );
});
