// The rules for numbers of accounts and cards, tried with real ones.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkAccountNumber, checkHolderName, checkRoutingNumber, checkToken, isPast } from './numbers.ts';

const isTaken = (checked: object): boolean => 'value' in checked;

describe('a routing number', () => {
  /** The numbers of JPMorgan Chase, Bank of America, Wells Fargo, the Treasury and Federal Reserve Banks. */
  const real = ['021000021', '026009593', '121000248', '000000518', '011000015', '021001208', '101000048', '061000146'];

  test('of a bank is taken, also written in groups', () => {
    for (const number of real) assert.deepEqual(checkRoutingNumber(number), { value: number });
    assert.deepEqual(checkRoutingNumber(' 0210-0002-1 '), { value: '021000021' });
  });

  test('with one wrong digit is refused, whichever it is', () => {
    for (const number of real) {
      for (let i = 0; i < 9; i++) {
        for (const digit of '0123456789'.replace(number[i] as string, '')) {
          const wrong = number.slice(0, i) + digit + number.slice(i + 1);
          assert.ok(!isTaken(checkRoutingNumber(wrong)), wrong);
        }
      }
    }
  });

  test('with any other form is refused, and nine zeros are no bank', () => {
    for (const text of ['', '02100002', '0210000210', '02100002x', '000000000']) {
      assert.ok(!isTaken(checkRoutingNumber(text)), text);
    }
  });

  test('whose checksum is not asked for still has nine digits', () => {
    assert.deepEqual(checkRoutingNumber('021000022', { skipsChecksum: true }), { value: '021000022' });
    assert.ok(!isTaken(checkRoutingNumber('02100002', { skipsChecksum: true })));
  });
});

describe('a card', () => {
  test('is charged by a token of any signs without spaces', () => {
    for (const token of ['tok_9f2c71', ' pm-1/A+b== ', '~'])
      assert.deepEqual(checkToken(token), { value: token.trim() });
    for (const token of ['', ' ', 'a b', 'tök', 'a\nb']) assert.ok(!isTaken(checkToken(token)), token);
  });

  test('is good through the last month on it', () => {
    const today = { year: 2026, month: 3 };
    assert.equal(isPast({ year: 2026, month: 3 }, today), false);
    assert.equal(isPast({ year: 2026, month: 2 }, today), true);
    assert.equal(isPast({ year: 2025, month: 12 }, today), true);
    assert.equal(isPast({ year: 2027, month: 1 }, today), false);
  });
});

describe('an account', () => {
  test('has a number of 5 to 17 digits, an external one of 4 as well', () => {
    const check = (text: string) => checkAccountNumber(text, { isExternal: false });
    for (const number of ['12345', '00012345', '12345678901234567']) assert.deepEqual(check(number), { value: number });
    assert.deepEqual(check(' 12 34-56 '), { value: '123456' });
    assert.deepEqual(checkAccountNumber('1234', { isExternal: true }), { value: '1234' });
    for (const text of ['', '123', '123456789012345678', '12345x', '１２３４５６']) {
      assert.ok(!isTaken(checkAccountNumber(text, { isExternal: true })), text);
    }
    assert.ok(!isTaken(check('1234')));
  });

  test('has a holder whose name is letters, digits and spaces', () => {
    for (const name of ['Ada Lovelace', 'Zoë Åström 2nd', '3 Rivers Dental LLC']) {
      assert.deepEqual(checkHolderName(` ${name} `), { value: name });
    }
    for (const name of ['', ' ', "O'Brien", 'A. Lovelace', 'Ada-Lou', 'Ada\nLovelace', 'A&B', '<b>']) {
      assert.ok(!isTaken(checkHolderName(name)), name);
    }
  });
});
