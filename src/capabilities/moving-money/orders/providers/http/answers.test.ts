// A bridge that does not answer as a bridge does: by error, or since somebody else is there. Nothing of it is believed,
// nothing hangs, and the doctor names the provider.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { machineClock } from '#platform/clock.ts';
import { makeLog } from '#platform/log.ts';
import { found } from '../../../../../../tests/support/findings.ts';
import { useInspected } from '../../../../../../tests/support/inspected.ts';
import { newsJob } from '../../notices/ask-for-news.ts';
import { carriersCheck } from '../../notices/check-carriers.ts';
import type { Order } from '../../order/order.ts';
import type { ProviderServices } from '../provider.ts';
import { httpProvider } from './http-provider.ts';

const secret = 'f2vQ0b7mY1nT4kX8sJ5rL3wE6uH9cA0zD2gP7iV1oBM=';
const key = 'TX-AAAA-AAAB.1';
const now = '2027-05-13T15:00:00.000000+00:00' as Instant;
const good = { key, status: 'accepted', id: 'B1' };

let answer: (response: ServerResponse) => void;
let [asked, host] = [0, ''];
const json = (status: number, body: unknown) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'redirects to where it would be accepted': (response) =>
    void response.writeHead(307, { location: `http://${host}/inside` }).end(),
  'answers megabytes': json(201, { ...good, more: 'x'.repeat(2_000_000) }),
  'answers what is nested a thousand times': (response) =>
    void response.writeHead(201).end(`{"key":${'['.repeat(1_000)}1${']'.repeat(1_000)}}`),
  'answers never': () => {},
  'answers a part and no more': (response) => void response.writeHead(201, { 'content-length': '500' }).write('{"key"'),
  'answers byte by byte for ever': (response) => {
    const drip = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(drip));
  },
  'answers of another order': json(201, { ...good, key: 'TX-AAAA-AAAC.1' }),
  'answers no json': (response) => void response.writeHead(201).end('<html>'),
  'answers that it is accepted, by an error': json(500, good),
  'answers that it is refused, by a success': json(201, { key, status: 'refused', code: '51' }),
  'answers without an id': json(201, { key, status: 'accepted' }),
  'refuses our signature': json(401, { key, status: 'refused', code: '51' }),
};

describe('a bridge', () => {
  const server = createServer((_request, response) => {
    asked += 1;
    answer(response);
  });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { house, aCompany, look, later, sql } = useInspected();

  const provider = (devHosts = new Set([host])) => {
    const services = { devHosts, clock: machineClock } as unknown as ProviderServices;
    const settings = { url: `http://${host}/tenor`, timeoutSeconds: 1, deeds: ['debit'], rails: ['ach'], poll: true };
    return httpProvider.bind({ mode: 'test', companyId: 'CP-AAAA-AAAA' }, settings, [{ secret }], services);
  };

  for (const [what, does] of Object.entries(answers)) {
    test(`that ${what}, has said nothing, when it is sent an order and when it is asked`, async () => {
      answer = does;
      asked = 0;
      const heard = [await provider().send({ key } as Order, now), await provider().find(key, now)];
      for (const one of heard) {
        assert.ok(one.is === 'unknown' || (what.includes('refused, by') && one.is === 'refused'), JSON.stringify(one));
      }
      assert.equal(heard[0]?.is, 'unknown');
      assert.equal(asked, 2, 'no redirect was followed, and nothing sent again');
      await assert.rejects(provider().poll(null, now));
    });
  }

  test('inside is not asked at all, unless the operator has named it', async () => {
    answer = json(201, good);
    asked = 0;
    assert.deepEqual([(await provider(new Set()).send({ key } as Order, now)).is, asked], ['unknown', 0]);
  });

  test('that cannot be reached, or refuses us, is named by the doctor, as are notices that wait or are not understood', async () => {
    const company = await aCompany();
    const put = await company.test.put('/companies/current/payment-providers/bankAccount', {
      kind: 'http',
      http: { url: 'https://payments.example.com/tenor', rails: ['ach'] },
      credentials: { secret },
    });
    const providerId = put.body.data.id as string;
    await sql('update test.payment_providers set settings = jsonb_set(settings, $1, $2::jsonb) where id = $3', [
      '{url}',
      JSON.stringify(`http://${host}/tenor`),
      providerId,
    ]);
    const tools = {
      ...house().service,
      log: makeLog('silent'),
      settings: { webhookDevHosts: new Set([host]) },
      receiveReport: async () => 'known',
    };
    const ask = () => newsJob(tools as never).run({ mode: 'test', companyId: company.id, payload: { providerId } });
    answer = json(200, { events: [], next: null });
    await ask();
    found(await look(carriersCheck), 'ok', /Every payment provider answers/);
    answer = json(401, {});
    await ask();
    found(await look(carriersCheck), 'warning', /has failed 1 times in a row: .*refused our signature/, /its secret/);
    answer = (response) => void response.destroy();
    for (let n = 0; n < 2; n++) await ask();
    found(
      await look(carriersCheck),
      'error',
      new RegExp(`${providerId} of test has failed 3 times in a row`),
      /bridge/,
    );
    await sql('update test.payment_provider_work set failures = 0, last_failure = null');
    await sql(
      `insert into test.payment_notices (company_id, carrier_id, event_id, state, content_sealed, received_at, due_at)
       values ($1, $2, 'late', 'kept', '', now(), $3), ($1, $2, 'strange', 'unreadable', '', now(), null)`,
      [company.id, providerId, machineClock.micros()],
    );
    found(await look(carriersCheck), 'warning', /1 message of the payment provider .* cannot be understood/, /mended/);
    found(await look(carriersCheck, later(7_200)), 'error', /Notices of the payment provider .* have waited/);
  });
});
