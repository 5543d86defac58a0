// Who waits for whom while many guess passwords.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from '../../../tests/support/eventually.ts';
import { useHouse } from '../../../tests/support/house.ts';
import { aUser, password, signInQuery } from '../../../tests/support/signed-in.ts';

const email = 'ada@example.com';
/** More are refused at once where a process has more waiting than it takes. */
const guessers = Number(process.env.TENOR_GUESSERS ?? 80);

describe('passwords that many strangers guess', () => {
  const { house, aCompany } = useHouse({ works: false, lockWaitMs: 20_000, config: { trustProxy: true } });

  test('keep nobody waiting who has signed in from the network or on the device before', async () => {
    const { test: api } = await aCompany();
    await aUser(house(), api, { email });
    const signIn = (address: string, body: object) =>
      house().call(undefined, 'POST', `/auth/token${signInQuery(api)}`, {
        body,
        headers: { 'x-forwarded-for': address },
      });
    const right = { username: email, password };
    const { deviceToken } = (await signIn('203.0.113.5', right)).body;
    let done = 0;
    const guessed = Array.from({ length: guessers }, async (_, i) => {
      const { status } = await signIn(`198.51.100.${i}`, { username: `nobody ${i}`, password: 'a wrong one' });
      if (status === 401) done += 1;
      return status;
    });
    await eventually('many of them wait', async () => {
      const { body } = await house().call(undefined, 'GET', 'http://tenor.test/metrics');
      return Number(/^answers_waiting (\S+)$/m.exec(body)?.[1]) > 60;
    });
    const known = await Promise.all([signIn('203.0.113.5', right), signIn('203.0.113.99', { ...right, deviceToken })]);
    const [before, most] = [done, Math.min(guessers, 80)];
    assert.deepEqual(
      known.map(({ status }) => status),
      [200, 200],
    );
    assert.ok(before < most - 10, `${before} of ${most} came first`);
    const statuses = await Promise.all(guessed);
    assert.ok(statuses.every((status) => [401, 429, 503].includes(status)));
  });
});
