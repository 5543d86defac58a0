import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Refusal } from '#platform/errors.ts';
import { holdsCardNumber, isCardNumber } from './card-number.ts';
import { compileInput } from './compile-input.ts';
import { dropsParts } from './dropped-parts.ts';
import { parseForm } from './form.ts';
import { CardNumber, Nullable, SecurityCode, Text } from './schemas.ts';

const card = Type.Object({
  pan: Type.Optional(Nullable(CardNumber)),
  cvvNumber: Type.Optional(Nullable(SecurityCode)),
  nickname: Type.Optional(Text({ max: 20 })),
});
const input = compileInput(Type.Object({ cards: Type.Array(card) }));
const decoded = (one: object) => input.decode({ cards: [one] }, 'json').value.cards[0];

/** Completes a number by the digit that Luhn's rule asks for. */
const completed = (digits: string): string =>
  Array.from({ length: 10 }, (_, last) => `${digits}${last}`).find(isCardNumber) as string;

test('a number comes in as its last four digits, a security code not at all', () => {
  assert.deepEqual(decoded({ pan: '4111 1111-1111 1111', cvvNumber: '8675', nickname: 'Blue' }), {
    pan: '1111',
    cvvNumber: null,
    nickname: 'Blue',
  });
  assert.deepEqual(decoded({ pan: null, cvvNumber: null }), { pan: null, cvvNumber: null });
  const form = parseForm('cards[0][pan]=378282246310005&cards[0][cvvNumber]=867');
  assert.deepEqual(input.decode(form, 'form').value.cards[0], { pan: '0005', cvvNumber: null });
});

test('what is none is refused by field, and neither sentence repeats it', () => {
  for (const [field, value] of [
    ['pan', '4111111111111112'],
    ['pan', '41111111111'],
    ['pan', '4111111111111111x'],
    ['pan', 4_111_111_111_111_111],
    ['pan', '0000000000000000'],
    ['pan', { number: '4111111111111111' }],
    ['cvvNumber', '86'],
    ['cvvNumber', '86753'],
    ['cvvNumber', 867],
  ] as const) {
    assert.throws(
      () => decoded({ [field]: value }),
      (error) => {
        assert.ok(error instanceof Refusal && error.data.path === `cards[0].${field}`);
        return !/\d{5}|86/.test(error.message + JSON.stringify(error.data));
      },
    );
  }
});

test('a schema says whether a part of what it takes is dropped, however deep', () => {
  assert.equal(dropsParts(Type.Object({ cards: Type.Array(card) })), true);
  assert.equal(dropsParts(Type.Object({ nickname: Nullable(Text({ max: 20 })) })), false);
});

test('a number in free text is found between words and in groups; other numbers are not taken for one', () => {
  for (const prefix of ['411111111111111', '37828224631000', '222300004841001']) {
    const digits = completed(prefix);
    for (const text of [digits, `card ${digits}.`, digits.replace(/(\d{4})(?=\d)/g, '$1 '), `x${digits}y`]) {
      assert.equal(holdsCardNumber(text), true, text);
    }
    const wrong = digits.slice(0, -1) + ((Number(digits.at(-1)) + 1) % 10);
    assert.equal(holdsCardNumber(wrong), false, 'the wrong last digit');
  }
  for (const text of ['Blue card', '+1 (317) 555-1212', '0000000000000000', completed('99999999999999'), '42']) {
    assert.equal(holdsCardNumber(text), false, text);
  }
});
