// Notices by those who may not send them, and more of them than anybody needs.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newWebhookSecret, signer } from '#platform/egress/signature.ts';
import { aCollectedLoan } from '../../../../../tests/support/collected.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { type Company, useHouse } from '../../../../../tests/support/house.ts';

describe('a notice', () => {
  const { house, aCompany } = useHouse();
  const pool = () => house().service.database.pools.test;

  interface Told {
    readonly company: Company;
    readonly providerId: string;
    readonly secret: string;
  }
  async function aProvider(): Promise<Told> {
    const company = await aCompany();
    const secret = newWebhookSecret();
    const put = await company.test.put('/companies/current/payment-providers/bankAccount', {
      kind: 'http',
      http: { url: 'https://payments.example.com/tenor', rails: ['ach'], deeds: ['debit'] },
      credentials: { secret },
    });
    return { company, providerId: put.body.data.id, secret };
  }

  let told = 0;
  function tell(path: string, secret: string, event: object) {
    told += 1;
    const at = new Date().toISOString();
    const body = JSON.stringify({ eventId: `E${told}`, at, amount: 10_000, what: 'returned', code: 'R10', ...event });
    const headers = {
      'content-type': 'application/json',
      ...signer([secret])('id', Math.floor(Date.now() / 1_000), body),
    };
    return house().call(undefined, 'POST', `/payment-notices/${path}`, { body, headers });
  }

  /** A payment of one of two companies, each with a provider of its own. */
  async function two() {
    const [mine, theirs] = [await aProvider(), await aProvider()];
    const loan = await aCollectedLoan(house(), theirs.company.test);
    await loan.at('2026-02-02T17:00:00Z');
    const { id } = await loan.collect(100);
    return { mine, theirs, loan, id, key: `${id}.1` };
  }

  test('by the secret of another company, or for another mode, is not heard: nothing of it is kept', async () => {
    const { mine, theirs, id, key, loan } = await two();
    for (const path of [
      `${theirs.company.id}/${theirs.providerId}?mode=test`,
      `${theirs.company.id}/${mine.providerId}?mode=test`,
      `${mine.company.id}/${theirs.providerId}?mode=test`,
      `${mine.company.id}/${mine.providerId}?mode=live`,
      `${mine.company.id}/${mine.providerId}`,
      `${mine.company.id}/simulator?mode=test`,
      'CP-AAAA-AAAA/simulator?mode=test',
    ]) {
      const { status, body } = await tell(path, mine.secret, { key });
      assert.deepEqual([status, body.errorType], [401, 'NoticeNotGenuine'], path);
    }
    const { rows } = await pool().query('select 1 from payment_notices where carrier_id = any($1)', [
      [mine.providerId, theirs.providerId, 'simulator'],
    ]);
    assert.deepEqual(rows, []);
    assert.equal((await loan.transaction(id)).status, 'initiated');
  });

  test('of the key of another company names nothing', async () => {
    const { mine, id, key, loan } = await two();
    assert.equal((await tell(`${mine.company.id}/${mine.providerId}?mode=test`, mine.secret, { key })).status, 200);
    const outcome = async () =>
      (await pool().query('select outcome from provider_messages where carrier_id = $1', [mine.providerId])).rows;
    await eventually('it was taken', async () => (await outcome()).length === 1);
    assert.deepEqual(await outcome(), [{ outcome: 'waiting' }]);
    assert.equal((await loan.transaction(id)).status, 'initiated');
  });

  test('is not kept where a thousand wait to be understood, or thousands are of orders that we never gave', async () => {
    const [flooding, other] = [await aProvider(), await aProvider()];
    const at = ({ company, providerId }: Told) => `${company.id}/${providerId}?mode=test`;
    await pool().query(
      `insert into payment_notices (company_id, carrier_id, event_id, state, content_sealed, received_at)
       select $1, $2, n::text, 'unreadable', '', now() from generate_series(1, 1000) n`,
      [flooding.company.id, flooding.providerId],
    );
    assert.equal((await tell(at(flooding), flooding.secret, { key: 'TX-AAAA-AAAB.1' })).status, 429);
    assert.equal((await tell(at(other), other.secret, { key: 'TX-AAAA-AAAB.1' })).status, 200, 'others go on');
    await pool().query('delete from payment_notices where carrier_id = $1', [flooding.providerId]);
    await pool().query(
      `insert into provider_messages (company_id, carrier_id, event_id, position, outcome, what, amount_cents,
         told_sealed, received_at)
       select $1, $2, n::text, n, 'waiting', 'settled', 1, '', now() from generate_series(1, 20000) n`,
      [flooding.company.id, flooding.providerId],
    );
    const { status, body } = await tell(at(flooding), flooding.secret, { key: 'TX-AAAA-AAAB.1' });
    assert.deepEqual(
      [status, body.message],
      [429, '20000 messages of this provider are of orders that we never gave.'],
    );
    await pool().query('delete from provider_messages where carrier_id = $1', [flooding.providerId]);
  });

  test('of more than 64 KB is refused before anybody looks at it', async () => {
    const { company, providerId, secret } = await aProvider();
    const { status, body } = await tell(`${company.id}/${providerId}?mode=test`, secret, { more: 'x'.repeat(66_000) });
    assert.deepEqual([status, body.errorType], [413, 'BodyTooLarge']);
  });

  test('is of a provider that only a key with the permission for it has named', async () => {
    const { test: api } = await aCompany();
    const { key } = await api.made('/keys', {
      name: 'pays',
      permissions: ['transaction:create', 'payment.provider:list'],
    });
    const paying = house().client(key, api.realm);
    const named = await paying.put('/companies/current/payment-providers/bankAccount', {
      kind: 'http',
      http: { url: 'https://elsewhere.example.com/tenor', rails: ['ach'] },
      credentials: { secret: newWebhookSecret() },
    });
    assert.deepEqual([named.status, named.body.errorType], [403, 'Forbidden'], JSON.stringify(named.body));
    assert.equal((await paying.delete('/companies/current/payment-providers/bankAccount')).status, 403);
  });
});
