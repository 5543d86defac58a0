// Purchases with their instants, in their order and in a shuffled order of arrival: the same books, and the same lists.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLine } from '../../../../../tests/support/a-line.ts';
import { aDraw, shown } from '../../../../../tests/support/begun-line.ts';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';

interface Bought {
  readonly externalId: string;
  readonly type?: 'refund';
  readonly originalPurchaseId?: string;
  readonly amount: number;
  readonly purchaseDate: string;
}

/** Eighty days, with a refund of each tenth purchase two days later, in the same second as another purchase. */
function stream(prefix: string): Bought[] {
  const at = (hours: number): string => new Date(Date.parse('2026-01-20T16:00:00Z') + hours * 3_600_000).toISOString();
  const purchases = Array.from({ length: 80 }, (_, i): Bought => {
    return { externalId: `${prefix}-${i}`, amount: 10 + (i % 7) * 3, purchaseDate: at(i * 24) };
  });
  const refunds = purchases.flatMap(({ externalId }, i): Bought[] => {
    if (i % 10 !== 3) return [];
    const originalPurchaseId = `ext-${externalId}`;
    return [
      {
        externalId: `${externalId}-back`,
        type: 'refund',
        originalPurchaseId,
        amount: 4.5,
        purchaseDate: at(i * 24 + 48),
      },
    ];
  });
  return [...purchases, ...refunds];
}

/** The same for every run; what a refund takes back comes before it. */
function shuffled(all: readonly Bought[]): Bought[] {
  const keyed = all.map((one, i) => ({ one, key: ((i + 1) * 7919) % 211 }));
  const mixed = keyed.sort((a, b) => a.key - b.key).map(({ one }) => one);
  return [...mixed.filter(({ type }) => type === undefined), ...mixed.filter(({ type }) => type !== undefined)];
}

describe('purchases that arrive in another order', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let live: Client;
  before(async () => {
    ({ test: api, live } = await aCompany());
  });

  async function aLineWith(purchases: readonly Bought[]): Promise<string> {
    await setClock(api, '2026-01-20T15:00:00Z');
    const line = (await aLine(api)).path;
    const draw = await aDraw(api, line);
    await setClock(api, '2026-04-20T15:00:00Z');
    for (const purchase of purchases) await api.made(`${draw}/purchases?sync=true`, purchase);
    return line;
  }

  const names = (answer: Awaited<ReturnType<Client['get']>>): string[] =>
    answer.body.data.map(({ externalId }: { externalId: string }) => externalId.slice(2));

  test('have the same books, and the same place in the lists', async () => {
    const [one, other] = [await aLineWith(stream('a')), await aLineWith(shuffled(stream('b')))];
    for (const part of ['balances', 'obligations']) {
      const said = async (line: string): Promise<string> => {
        const text = JSON.stringify(await shown(api, `${line}/${part}`));
        return text.replace(/[A-Z]{2}-[A-Z1-9]{4}-[A-Z1-9]{4}/g, 'id');
      };
      assert.equal(await said(other), await said(one), part);
    }
    const [first, second] = [
      await api.get(`${one}/purchases?sortBy=+effectiveAt&limit=100`),
      await api.get(`${other}/purchases?sortBy=+effectiveAt&limit=100`),
    ];
    assert.equal(ids(first).length, 88);
    // A refund and a purchase of one second may stand either way.
    assert.deepEqual(names(second).sort(), names(first).sort());
  });

  test('are on the timeline by the first moment that is known of them, page by page', async () => {
    await setClock(api, '2026-01-20T15:00:00Z');
    const line = (await aLine(api)).path;
    const draw = await aDraw(api, line);
    await setClock(api, '2026-02-20T15:00:00Z');
    const buy = (externalId: string, timestamps: object, status = 'settled') =>
      api.made(`${draw}/purchases`, {
        externalId: `t-${externalId}`,
        amount: 1,
        status,
        timestamps,
        purchaseDate: '2026-02-10',
      });
    await buy('late', { authorizedAt: '2026-02-08T10:00:00Z', settledAt: '2026-02-12T10:00:00Z' });
    await buy('early', { authorizedAt: '2026-02-01T10:00:00Z', settledAt: '2026-02-14T10:00:00Z' });
    await buy('middle', { settledAt: '2026-02-05T10:00:00Z' });
    const order = async (timestamps: string, more = ''): Promise<string[]> => {
      const found: string[] = [];
      let url: string | null = `${draw}/purchases-timeline?limit=2&timestamps=${timestamps}${more}`;
      while (url !== null) {
        const answer: Awaited<ReturnType<Client['get']>> = await api.get(url.replace(/^.*\/api/, ''));
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        found.push(...names(answer));
        url = answer.body.nextUrl;
      }
      return found;
    };
    const known = 'authorizedAt,settledAt,effectiveAt';
    assert.deepEqual(await order(known), ['early', 'middle', 'late']);
    assert.deepEqual(await order('createdAt,settledAt'), ['late', 'early', 'middle']);
    const range = '&from=2026-02-01T00:00:00Z&to=2026-02-20T00:00:00Z';
    assert.deepEqual(await order('settledAt,effectiveAt', range), ['middle', 'late', 'early']);
    const answer = await api.get(`${line}/purchases-timeline?timestamps=settledAt`);
    refusedAt(answer, 'timestamps');
    refusedAt(await api.get(`${line}/purchases-timeline?timestamps=settledAt&from=2026-01-01&to=2026-12-31`), 'to');
    const page = await api.get(`${line}/purchases-timeline?timestamps=${known}`);
    assert.deepEqual(names(page), ['early', 'middle', 'late']);
  });

  test('are listed by type, status and time, on the draw and on the line', async () => {
    await setClock(api, '2026-01-20T15:00:00Z');
    const line = (await aLine(api)).path;
    const draw = await aDraw(api, line);
    const other = await aDraw(api, line);
    await setClock(api, '2026-02-20T15:00:00Z');
    const made = async (on: string, externalId: string, body: object) =>
      api.made(`${on}/purchases`, { externalId: `l-${externalId}`, amount: 2, ...body });
    await made(draw, 'bought', { purchaseDate: '2026-02-01' });
    await made(draw, 'held', { status: 'authorized', purchaseDate: '2026-02-03' });
    await made(other, 'back', { type: 'cashback', purchaseDate: '2026-02-02' });
    const listed = async (path: string) => names(await api.get(path));
    assert.deepEqual(await listed(`${line}/purchases`), ['back', 'held', 'bought']);
    assert.deepEqual(await listed(`${draw}/purchases?sortBy=effectiveAt`), ['bought', 'held']);
    assert.deepEqual(await listed(`${line}/purchases?sortBy=-effectiveAt`), ['held', 'back', 'bought']);
    assert.deepEqual(await listed(`${line}/purchases?types=cashback,refund`), ['back']);
    assert.deepEqual(await listed(`${line}/purchases?statuses=authorized`), ['held']);
    const range = 'fromEffectiveAt=2026-02-02T00:00:00Z&toEffectiveAt=2026-02-02T23:00:00Z';
    assert.deepEqual(await listed(`${line}/purchases?${range}`), ['back']);
    assert.deepEqual(await listed(`${line}/purchases?fromCreatedAt=2026-02-21T00:00:00Z`), []);
    const days = (from: string, to: string) => `purchases?fromEffectiveDate=${from}&toEffectiveDate=${to}`;
    assert.deepEqual(await listed(`${line}/${days('2026-02-02', '2026-02-03')}`), ['back', 'held']);
    assert.deepEqual(await listed(`${draw}/${days('2026-02-02', '2026-12-31')}&sortBy=effectiveAt`), ['held']);
    assert.deepEqual(await listed(`${draw}/${days('0001-01-01', '9999-12-31')}`), ['held', 'bought']);
    refusedAt(await api.get(`${line}/purchases?toEffectiveDate=soon`), 'toEffectiveDate');
  });

  test('of live mode are found by when they were recorded, as those of a test realm', async () => {
    for (const client of [live, api]) {
      if (client === api) await setClock(api, '2026-03-20T15:00:00Z');
      const { path: line } = await aLine(client);
      const draw = await aDraw(client, line);
      const ids = ['one', 'two', 'three'];
      const made: string[] = [];
      for (const id of ids) {
        const { timestamps } = await client.made(`${draw}/purchases`, { externalId: `m-${id}`, amount: 1 });
        made.push(timestamps.createdAt);
        if (client === api) await setClock(api, `2026-03-2${made.length}T15:00:00Z`);
      }
      const [first, second, last] = made as [string, string, string];
      const asked = async (path: string): Promise<string[]> => names(await client.get(`${draw}/${path}`));
      const between = (from: string, to: string): string => [from, to].map(encodeURIComponent).join('&toCreatedAt=');
      assert.deepEqual(await asked(`purchases?fromCreatedAt=${between(first, second)}`), ['two', 'one']);
      assert.deepEqual(await asked(`purchases?fromCreatedAt=${between(last, last)}`), ['three']);
      const after = `from=${encodeURIComponent(second)}&timestamps=createdAt`;
      assert.deepEqual(await asked(`purchases-timeline?${after}`), ['two', 'three']);
      assert.deepEqual(await asked('purchases-timeline?timestamps=createdAt,settledAt'), ids);
      const before = new Date(Date.parse(first) - 7_200_000).toISOString();
      assert.deepEqual(await asked(`purchases?toCreatedAt=${before}`), []);
    }
  });

  test('leave books that agree with a replay', () => booksAgree(house(), api, 3));
});
