// What banks and processors write, before anybody reads it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutNumbers } from './own-words.ts';

test('the words of a bank keep no number of an account or a card, however it is written', () => {
  assert.equal(withoutNumbers('No card 4242 4242 4242 4242 here'), 'No card …4242 here');
  assert.equal(withoutNumbers('acct 000123456789, ask 12'), 'acct …6789, ask 12');
  assert.equal(withoutNumbers('4242-4242-4242-4242'), '…4242');
  assert.equal(withoutNumbers('R01 on 2027, case 1234'), 'R01 on 2027, case 1234');
  assert.equal(withoutNumbers(`${'x'.repeat(250)}123456789`).length, 251 + 4, 'it is cut before, and hidden then');
});
