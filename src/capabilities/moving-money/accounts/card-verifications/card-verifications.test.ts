// Cards that their provider looks at before they are charged: an order by which no money moves. The simulator's digits
// say what becomes of it; a bridge answers like a processor.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { type Answer, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { aCard, ofSomebody } from '../../../../../tests/support/instruments.ts';
import { aBridge, bridgeSecret, type RunningBridge } from '../../../../../tests/support/payment-bridge.ts';
import { moveClock, setClock } from '../../../../../tests/support/test-clock.ts';
import { told } from '../../../../../tests/support/told.ts';
import { lineTo } from '../../orders/providers/simulated/line.ts';

const start = '2027-05-13T16:00:00Z';
const later = (seconds: number): string => new Date(Date.parse(start) + seconds * 1_000).toISOString();

const byToken = (token: string) => aCard({ cardNumber: null, token, accountNumberLastFour: '0002' });

const shown = ({ status, verified, inactiveReason, failureReason, avsResult }: Answer['body']) =>
  [status, verified, inactiveReason, failureReason, avsResult] as const;

const good = ['active', true, null, null, 'Y'];

describe('a new card', () => {
  const { house, aCompany } = useHouse();
  let companyId: string;
  let api: Client;
  let list: string;
  before(async () => {
    ({ id: companyId, test: api } = await aCompany());
    await setClock(api, start);
    list = await ofSomebody(api);
  });

  const made = async (body: object, query = '?sync=true'): Promise<Answer['body']> => {
    const [card] = await api.made(`${list}${query}`, body);
    return { ...card, path: `${list}/${card.id}` };
  };
  const read = async ({ path }: { path: string }) => shown((await api.get(path)).body.data);
  const becomes = (card: { path: string }, wanted: readonly unknown[]) =>
    eventually(`it is ${wanted}`, async () => JSON.stringify(await read(card)) === JSON.stringify(wanted));
  const typesOf = async (id: string): Promise<string[]> =>
    (await told(house(), api, 'events=payment.instrument.*'))
      .filter(({ paymentInstrumentId }) => paymentInstrumentId === id)
      .map(({ eventType, status }) => `${eventType.replace('payment.instrument.', '')} ${status}`);
  const ordersOf = async (id: string) =>
    (
      await house().service.database.pools.test.query(
        `select number, deed, rail, amount_cents::int as cents, state from payment_attempts
         where company_id = $1 and subject_id = $2 order by number`,
        [companyId, id],
      )
    ).rows;

  test('is looked at once by its provider, for nothing, and sync=true waits for that', async () => {
    const card = await made(aCard());
    assert.deepEqual(shown(card), good);
    assert.deepEqual(await typesOf(card.id), ['created pending', 'updated active']);
    assert.deepEqual(await ordersOf(card.id), [
      { number: 1, deed: 'verify', rail: 'card', cents: 0, state: 'confirmed' },
    ]);
    const { charges, balanceCents } = await lineTo(house().service, companyId).report(`${start}` as Instant);
    assert.deepEqual(
      charges.filter(({ key }) => key === `${card.id}.1`).map(({ deed, cents }) => [deed, cents]),
      [['verify', 0]],
    );
    assert.equal(balanceCents, 0);
    const { rows } = await house().service.database.pools.test.query(
      'select 1 from cash_postings where company_id = $1',
      [companyId],
    );
    assert.equal(rows.length, 0, 'no money has moved, so no book has a line of it');
  });

  test('is answered pending at once without sync; its result comes by event, and a later call may wait for it', async () => {
    const card = await made(byToken('sim_card_ok_later'), '');
    assert.equal(card.status, 'pending');
    const { body } = await api.put(`${card.path}?sync=true`, { nickname: 'Mine' });
    assert.deepEqual([...shown(body.data), body.data.nickname], [...good, 'Mine']);
    assert.ok((await typesOf(card.id)).includes('updated active'));
  });

  test('that its issuer does not know is inactive, and says why', async () => {
    const card = await made(aCard({ cardNumber: '4000 0070 0000 0007' }));
    assert.deepEqual(shown(card).slice(0, 4), ['inactive', false, 'never', 'never']);
    assert.equal(card.failureDescriptionShort, 'Card cannot be used');
    assert.deepEqual(await typesOf(card.id), ['created pending', 'updated inactive', 'deactivated inactive']);
  });

  test('of another address is good, and the result is kept', async () => {
    const card = await made(aCard({ cardNumber: '4000007100000006' }));
    assert.deepEqual(shown(card), ['active', true, null, null, 'N']);
  });

  test('whose issuer is not reached waits pending, and is asked for again an hour later', async () => {
    const card = await made(aCard({ cardNumber: '4000007300000004' }));
    assert.deepEqual(shown(card), ['pending', false, null, 'technical', null]);
    await moveClock(api, later(3_599));
    assert.deepEqual(await read(card), ['pending', false, null, 'technical', null]);
    await moveClock(api, later(3_601));
    await becomes(card, good);
    assert.deepEqual(
      (await ordersOf(card.id)).map(({ number, state }) => [number, state]),
      [
        [1, 'refused'],
        [2, 'confirmed'],
      ],
    );
  });

  test('of which nobody knows is asked for, and never assumed; what was deleted meanwhile stays deleted', async () => {
    const [one, gone] = [await made(byToken('sim_card_93_a'), ''), await made(byToken('sim_card_93_b'), '')];
    const unknown = async () => (await Promise.all([one, gone].map(({ id }) => ordersOf(id)))).flat();
    await eventually('both are unknown', async () => (await unknown()).every(({ state }) => state === 'unknown'));
    assert.deepEqual(await read(one), ['pending', false, null, null, null]);
    const waiting = await api.put(`${one.path}?sync=true`, { nickname: 'Waiting' });
    assert.deepEqual([waiting.status, waiting.body.data.id], [408, one.id], 'nothing comes while time stands still');
    assert.equal((await api.delete(gone.path)).status, 200);
    await moveClock(api, later(3_700));
    await becomes(one, good);
    assert.equal((await api.get(gone.path)).status, 404);
    assert.ok((await unknown()).every(({ number, state }) => number === 1 && state === 'confirmed'));
  });

  test('is not looked at any more after twenty of one borrower within a day: it waits', async () => {
    const other = await ofSomebody(api);
    const cards: Answer['body'][] = [];
    for (let i = 0; i <= 20; i++) cards.push((await api.made(other, byToken(`sim_card_ok_${i}`)))[0]);
    const asked = await Promise.all(cards.map(async ({ id }) => (await ordersOf(id)).length));
    assert.deepEqual(asked, [...Array(20).fill(1), 0]);
    const last = await api.put(`${other}/${cards[20].id}?sync=true`, {});
    assert.deepEqual([last.status, last.body.data.status], [200, 'pending'], 'there is nothing to wait for');
  });
});

describe('a new card of a bridge', () => {
  let running: RunningBridge;
  const devHosts: string[] = [];
  before(async () => {
    running = await aBridge();
    devHosts.push(running.host);
  });
  after(() => running.close());
  const { aCompany } = useHouse({ webhookDevHosts: devHosts });

  const withBridge = async (deeds: readonly string[]): Promise<{ api: Client; list: string }> => {
    const { test: api } = await aCompany();
    const put = await api.put('/companies/current/payment-providers/card', {
      kind: 'http',
      http: { url: running.url, rails: ['card'], deeds },
      credentials: { secret: bridgeSecret },
    });
    assert.equal(put.status, 200, JSON.stringify(put.body));
    return { api, list: await ofSomebody(api) };
  };

  test('is looked at by a signed request, and comes back good, of another address, or unknown there', async () => {
    const { api, list } = await withBridge(['debit', 'verify']);
    const address = { addressLine1: '12 Main St', city: 'Indianapolis', state: 'IN', postalCode: '46204' };
    const made = async (token: string) =>
      (await api.made(`${list}?sync=true`, { ...byToken(token), address }))[0] as Answer['body'];
    const card = await made('tok_fine');
    assert.deepEqual(shown(card), good);
    assert.equal(running.accepted(`${card.id}.1`), 1);
    assert.deepEqual(shown(await made('tok_moved')), ['active', true, null, null, 'N']);
    assert.deepEqual(shown(await made('tok_stranger')).slice(0, 4), ['inactive', false, 'never', 'never']);
  });

  test('waits pending where its provider looks at none, and in live mode without one', async () => {
    const { api, list } = await withBridge(['debit']);
    const [card] = await api.made(`${list}?sync=true`, byToken('tok_unseen'));
    assert.deepEqual(shown(card), ['pending', false, null, null, null]);
    const { live } = await aCompany();
    const [real] = await live.made(`${await ofSomebody(live)}?sync=true`, byToken('tok_real'));
    assert.deepEqual(shown(real), ['pending', false, null, null, null]);
  });

  test('is of no provider of bank accounts', async () => {
    const { test: api } = await aCompany();
    const { status, body } = await api.put('/companies/current/payment-providers/bankAccount', {
      kind: 'http',
      http: { url: running.url, rails: ['ach'], deeds: ['debit', 'verify'] },
      credentials: { secret: bridgeSecret },
    });
    assert.deepEqual([status, body.data?.path ?? body.data?.problems?.[0]?.path], [400, 'http.deeds[1]']);
  });
});
