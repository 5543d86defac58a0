// The encryption key is changed while orders are open: each is sent with the body it had, and heard of, all the same.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { sealedTables } from '#app/capabilities.ts';
import { givenKeys } from '#platform/crypto/key-source.ts';
import { keyring } from '#platform/crypto/keyring.ts';
import { rotateKeys } from '#platform/encryption/rotate-keys.ts';
import { fakeProvider } from '../../../../../tests/support/fake-provider.ts';
import { useHouse } from '../../../../../tests/support/house.ts';
import { ordersKey, ordersOf } from '../../../../../tests/support/orders.ts';
import { testKey } from '../../../../../tests/support/server.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { carrierById } from '../companies-providers/carrier.ts';
import { secretFor } from '../providers/simulated/line.ts';
import { takeWaiting } from './receive-report.ts';

describe('a change of the encryption key', () => {
  let kept = [keyring(testKey)];
  const encryptionKey = { ...givenKeys([]), keys: async () => kept };
  const { house, aCompany } = useHouse({ works: false, ownLogins: true, encryptionKey });
  const pool = () => house().service.database.pools.test;

  test('leaves open orders, messages that wait and the secrets of providers as they were', async () => {
    const { test: api } = await aCompany();
    await setClock(api, '2027-05-13T18:00:00Z');
    const put = await api.put('/companies/current/payment-providers/bankAccount', {
      kind: 'http',
      http: { url: 'https://payments.example.com/tenor', rails: ['ach'] },
      credentials: { secret: 'f2vQ0b7mY1nT4kX8sJ5rL3wE6uH9cA0zD2gP7iV1oBM=' },
    });
    assert.equal(put.status, 200);
    const one = await ordersOf(house(), api, fakeProvider({ isHere: true }));
    one.fake.deal('throws', 'accept');
    const [unknown, accepted, ready] = [await one.give(), await one.give(), await one.give()];
    for (const each of [unknown, accepted]) await one.work(each);
    assert.equal(await one.told({ what: 'settled', id: 'later' }), 'waiting');
    const { vault, database, clock, keys } = house().service;
    const companyId = api.realm.companyId;
    const sign = () => secretFor({ vault }, companyId).hash('notice', 'a body');
    const signed = sign();

    const next = randomBytes(32);
    await rotateKeys({
      server: database.server,
      database,
      keys,
      vault,
      tables: sealedTables,
      say: () => {},
      progress: () => {},
      waits: { steadyMs: 150, settleMs: 200, processesMs: 1_000 },
      async draw() {
        kept = [keyring(next), keyring(testKey)];
      },
    });

    await one.work(ready);
    await one.moveClock('2027-05-13T18:10:00Z');
    for (const each of [unknown, accepted, ready]) assert.equal((await one.row(each)).state, 'accepted');
    const bodies = Map.groupBy(one.fake.sent, ({ key }) => key);
    for (const each of bodies.values()) assert.equal(new Set(each.map(({ body }) => body)).size, 1, 'the frozen body');
    assert.match(one.fake.sent.at(-1)?.body as string, /000123456789/);
    await pool().query('update payment_attempts set provider_id = $2 where id = $1', [ready.id, 'later']);
    await pool().query('update provider_messages set due_at = 1');
    await takeWaiting(one.tools).run('test');
    assert.equal((await one.row(ready)).state, 'settled', 'the message that waited is understood');
    assert.equal(sign(), signed, 'notices of the simulator are believed still');
    const settings = { webhookDevHosts: new Set<string>() };
    const carrier = await carrierById(
      database.reader(api.realm),
      { vault, clock, database, settings },
      put.body.data.id,
    );
    assert.ok(carrier, 'the secret of the provider opens');
    assert.ok(ordersKey(await one.row(ready)));
  });
});
