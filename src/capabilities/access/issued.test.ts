// A key that was drawn here is known as such before it is looked up.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { standingClock } from '../../../tests/support/clock.ts';
import { useHouse } from '../../../tests/support/house.ts';
import { drawKey, wasDrawnHere } from './issued.ts';

/** One in each window of five seconds. */
const address = 12;

describe('a key that this process has not seen', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({
    config: { limitsPerMinute: { key: 0, company: 0, address } },
    works: false,
    clock,
  });
  const statusOf = async (key: string) => (await house().call(key, 'GET', '/companies/current')).status;

  test('is let in while strangers at its address are refused', async () => {
    const { live, test: inTest } = await aCompany();
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, n) => statusOf(`tenor_live_guess_${n}`)));
    assert.equal(guesses.filter((status) => status === 429).length, 19, guesses.join(' '));
    assert.deepEqual([await statusOf(live.key), await statusOf(inTest.key)], [200, 200]);
  });

  test('counts as a stranger if it has ended, though it was drawn here', async () => {
    const { live } = await aCompany();
    clock.moveOn(6);
    const { id, key } = await live.made('/keys', { name: 'Ends' });
    assert.equal((await live.delete(`/keys/${id}`)).status, 200);
    const answers = await Promise.all(Array.from({ length: 20 }, () => statusOf(key)));
    assert.equal(answers.filter((status) => status === 429).length, 19, answers.join(' '));
    assert.equal(answers.includes(200), false);
  });

  test('is known by its mark, which no other installation and no other secret has', () => {
    const { vault } = house().service;
    const key = drawKey(vault, 'live');
    assert.match(key, /^tenor_live_[A-Za-z0-9]{40}$/);
    assert.equal(wasDrawnHere(vault, key), true);
    const other = { secretHash: (purpose: string, secret: string) => vault.secretHash(`other ${purpose}`, secret) };
    assert.equal(wasDrawnHere(other, key), false);
    const changed = key.replace(/.(?=.{20}$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
    for (const guess of [changed, key.slice(1), `${key}A`, '', 'short', 'ü'.repeat(8)])
      assert.equal(wasDrawnHere(vault, guess), false, guess);
  });
});
