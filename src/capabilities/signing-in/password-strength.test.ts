import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '#platform/errors.ts';
import { mustBeStrong } from './password-strength.ts';

const own = ['ada.lovelace@example.com', 'Augusta Ada'];

function missing(password: string): string {
  try {
    mustBeStrong(password, own);
    return '';
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.message;
  }
}

test('a long password needs no digits and no signs, a shorter one many kinds', () => {
  for (const password of ['four words of my own', 'mnbhtgyuklop', 'X7#qd!vT', '東京都千代田区丸の内一丁目九番'])
    assert.equal(missing(password), '', password);
});

test('what is missing is said', () => {
  const weak: Record<string, RegExp> = {
    short: /12 signs, or 8 of many kinds; it has 5/,
    abcdefgh1: /12 signs/,
    'Password1234!': /tried first/,
    passwordpassword: /tried first/,
    aaaaaaaaaaaaaa: /5 different/,
    '12345678901234': /row of signs/,
    qwertyuiopasdf: /row of signs/,
    'ada.lovelace12': /own name/,
    'ada.lovelace@example.com1': /own name/,
    'Augusta Ada!1': /own name/,
  };
  for (const [password, said] of Object.entries(weak)) assert.match(missing(password), said, password);
  assert.equal(missing('ada.lovelace keeps a secret garden'), '', 'a name among other words is no matter');
});
