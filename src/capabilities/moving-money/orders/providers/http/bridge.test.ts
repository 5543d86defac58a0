// The generic provider beside a bridge in a process of its own: the same contract as every provider keeps, and whole
// payments.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { machineClock } from '#platform/clock.ts';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import { type Client, useHouse } from '../../../../../../tests/support/house.ts';
import { aCard } from '../../../../../../tests/support/instruments.ts';
import { aBridge, bridgeSecret, type RunningBridge } from '../../../../../../tests/support/payment-bridge.ts';
import { type OtherSide, providerContract } from '../../../../../../tests/support/provider-contract.ts';
import { aRoundLoan, type RoundLoan } from '../../../../../../tests/support/round-loan.ts';
import { moveClock } from '../../../../../../tests/support/test-clock.ts';
import type { ProviderServices } from '../provider.ts';
import { httpProvider } from './http-provider.ts';

let running: RunningBridge;
const devHosts: string[] = [];
before(async () => {
  running = await aBridge();
  devHosts.push(running.host);
});
after(() => running.close());

const settings = (url: string) => ({
  url,
  rails: ['card'],
  deeds: ['debit', 'credit', 'refund'],
  keyLifetimeHours: 720,
  findLagSeconds: 0,
  absenceIsFinal: true,
  poll: true,
  isSameDay: false,
  amountMax: null,
  cutOff: '16:00',
  timezone: 'America/New_York',
  timeoutSeconds: 10,
});

const cardOf = (token: string) => ({ kind: 'card', token, cardType: 'debit', holderName: null }) as const;

function otherSide(): OtherSide {
  const services = { devHosts: new Set(devHosts), clock: machineClock } as unknown as ProviderServices;
  const realm = { mode: 'test', companyId: 'CP-AAAA-AAAA' } as const;
  return {
    provider: httpProvider.bind(realm, settings(running.url), [{ secret: bridgeSecret }], services),
    now: '2027-05-13T15:00:00.000000+00:00' as Instant,
    later: '2027-06-13T15:00:00.000000+00:00' as Instant,
    entryDate: '2027-05-14',
    good: cardOf('tok_good'),
    silent: cardOf('tok_silent'),
    deaf: cardOf('tok_deaf'),
    refused: cardOf('tok_declined'),
    impossible: { rail: 'ach' },
    accepted: async (key) => running.accepted(key),
  };
}

providerContract('a bridge over HTTP', otherSide);

describe('payments by a bridge', () => {
  const { house, aCompany } = useHouse({ webhookDevHosts: devHosts });
  let api: Client;
  let loan: RoundLoan;
  let noticesPath: string;
  before(async () => {
    api = (await aCompany()).test;
    loan = await aRoundLoan(api);
    await loan.at('2026-02-02T17:00:00Z');
    const provider = { kind: 'http', http: { ...settings(running.url), timeoutSeconds: 5 } };
    const put = await api.put('/companies/current/payment-providers/card', {
      ...provider,
      credentials: { secret: bridgeSecret },
    });
    assert.equal(put.status, 200, JSON.stringify(put.body));
    noticesPath = put.body.data.noticesPath.replace(/^\/api/, '');
  });

  let cards = 0;
  async function pay(token: string, amount = 10): Promise<string> {
    const path = `/people/${loan.personId}/payment-instruments`;
    const { cardNumber: _, ...card } = aCard({ token: `${token}_${++cards}`, accountNumberLastFour: '4242' });
    const [{ id }] = await api.made(path, card);
    await api.put(`${path}/${id}`, { status: 'active', verified: true });
    const body = { type: 'oneTime', amount, paymentInstrumentId: id };
    return (await api.made(`${loan.path}/transactions`, body)).id;
  }
  const statusOf = async (id: string) => (await api.get(`${loan.path}/transactions/${id}`)).body.data.status;
  const reaches = (id: string, status: string) =>
    eventually(`${id} is ${status}`, async () => (await statusOf(id)) === status);

  function notice(event: object, { secret = bridgeSecret, at = Date.now() } = {}) {
    const body = JSON.stringify({ at: '2026-02-03T15:00:00Z', amount: 1_000, ...event });
    const seconds = Math.floor(at / 1_000);
    const id = 'some-id';
    const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${seconds}.${body}`);
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${signature.digest('base64')}`,
    };
    return house().call(undefined, 'POST', noticesPath, { body, headers });
  }

  test('are accepted, and succeed when a notice says that they have settled', async () => {
    const id = await pay('tok_good');
    await reaches(id, 'pending');
    assert.equal(running.accepted(`${id}.1`), 1);
    const settled = { eventId: `settled-${id}`, key: `${id}.1`, what: 'settled', on: '2026-02-03' };
    assert.equal((await notice(settled)).status, 200);
    await reaches(id, 'succeeded');
    assert.equal((await notice(settled)).status, 200, 'twice is once');
  });

  test('are refused where the card is', async () => {
    const id = await pay('tok_declined');
    await reaches(id, 'failed');
    const { failureReason } = (await api.get(`${loan.path}/transactions/${id}`)).body.data;
    assert.equal(failureReason, 'funds');
  });

  test('whose answer was lost are asked for, and charged once', async () => {
    const id = await pay('tok_silent');
    await eventually('it is known', async () => {
      await moveClock(api, new Date(Date.parse((await api.get('/test-clock')).body.data.now) + 60_000).toISOString());
      return (await statusOf(id)) === 'pending';
    });
    assert.equal(running.accepted(`${id}.1`), 1);
  });

  test('wait while the bridge is down, and are charged once when it is back', async () => {
    await running.kill();
    const id = await pay('tok_good');
    await eventually('it was tried', async () => (await attemptOf(id)).status === 'unknown');
    assert.equal(await statusOf(id), 'initiated');
    await running.again();
    await eventually('it is known', async () => {
      await moveClock(api, new Date(Date.parse((await api.get('/test-clock')).body.data.now) + 600_000).toISOString());
      return (await statusOf(id)) === 'pending';
    });
    assert.equal(running.accepted(`${id}.1`), 1);
  });
  const attemptOf = async (id: string) => (await api.get(`${loan.path}/transactions/${id}/attempts`)).body.data[0];

  test('believe no notice that is not signed, is old, or is of another secret', async () => {
    const id = await pay('tok_good');
    await reaches(id, 'pending');
    const returned = { eventId: `forged-${id}`, key: `${id}.1`, what: 'returned', code: '51' };
    const other = Buffer.alloc(32, 7).toString('base64');
    for (const forged of [{ secret: other }, { at: Date.now() - 400_000 }, { at: Date.now() + 400_000 }]) {
      const { status, body } = await notice(returned, forged);
      assert.deepEqual([status, body.errorType], [401, 'NoticeNotGenuine']);
    }
    assert.equal(await statusOf(id), 'pending');
  });

  test('keep what is contradicted as it was', async () => {
    const id = await pay('tok_good');
    await reaches(id, 'pending');
    assert.equal(
      (await notice({ eventId: `less-${id}`, key: `${id}.1`, what: 'settled', on: '2026-02-03', amount: 999 })).status,
      200,
    );
    assert.equal(
      (await notice({ eventId: `of-${id}`, key: `${id}.1`, id: 'another', what: 'settled', on: '2026-02-03' })).status,
      200,
    );
    assert.equal((await notice({ eventId: `none-${id}`, key: 'TX-AAAA-AAAB.1', what: 'settled' })).status, 200);
    assert.equal(
      (await notice({ eventId: `last-${id}`, key: `${id}.1`, what: 'settled', on: '2026-02-03' })).status,
      200,
    );
    await reaches(id, 'succeeded');
  });

  test('go on while the secret is changed: the one before is good as well', async () => {
    const open = await pay('tok_good');
    await reaches(open, 'pending');
    const secret = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64');
    const provider = { kind: 'http', http: { ...settings(running.url), timeoutSeconds: 5 } };
    const put = await api.put('/companies/current/payment-providers/card', { ...provider, credentials: { secret } });
    assert.equal(put.status, 200, JSON.stringify(put.body));
    assert.ok(put.body.data.previousCredentialsUntil);
    const id = await pay('tok_good');
    await reaches(id, 'pending');
    for (const [i, one] of [open, id].entries()) {
      const settled = { eventId: `rotated-${one}`, key: `${one}.1`, what: 'settled', on: '2026-02-03' };
      assert.equal((await notice(settled, { secret: [bridgeSecret, secret][i] as string })).status, 200);
      await reaches(one, 'succeeded');
    }
  });
});
