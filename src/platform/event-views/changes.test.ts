// What changed, page by page: a copy made of the pages is what the endpoints show, whoever writes meanwhile.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventResources } from '#app/capabilities.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { aPerson, aPhone, type Client, useHouse } from '../../../tests/support/house.ts';
import { anAccount } from '../../../tests/support/instruments.ts';
import { told } from '../../../tests/support/told.ts';

interface Change {
  readonly id: string;
  readonly type: string;
  readonly op: string;
  readonly key: { readonly id: string; readonly personId: string };
  readonly after: Record<string, unknown> | null;
}

describe('what changed', () => {
  const { house, aCompany } = useHouse();
  const aKey = async (api: Client, ...permissions: string[]): Promise<Client> =>
    house().client((await api.made('/keys', { name: 'narrow', permissions })).key, api.realm);
  const page = async (api: Client, query: string) => {
    const { status, body } = await api.get(`/changes?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body as { data: Change[]; next: string | null; hasMore: boolean };
  };
  /** All changes from an event on, as a follower sees them. */
  async function follow(api: Client, limit: number, from?: string): Promise<Change[]> {
    const seen: Change[] = [];
    for (let after = from; ; ) {
      const found = await page(api, `limit=${limit}${after === undefined ? '' : `&after=${after}`}`);
      seen.push(...found.data);
      if (!found.hasMore) return seen;
      after = found.next ?? undefined;
    }
  }

  test('makes a copy that is what the endpoints show, by pages of any length', async () => {
    const { test: api } = await aCompany();
    const people = await Promise.all([1, 2, 3].map(() => api.made('/people', aPerson())));
    const [ada, bob, gone] = people.map(({ id }) => `/people/${id}`) as [string, string, string];
    const phones = await Promise.all([ada, bob].map((path) => api.made(`${path}/contacts`, aPhone())));
    const extra = await api.made(`${gone}/contacts`, aPhone());
    await api.call('DELETE', `${gone}/contacts/${extra.id}`);
    await api.put(ada, { name: { firstName: 'Augusta', lastName: 'King' } });
    await told(house(), api);
    for (const limit of [1, 2, 3, 100]) {
      const copy = new Map((await follow(api, limit)).map(({ type, key, after }) => [`${type} ${key.id}`, after]));
      for (const { id } of people) {
        // It shows the newest version: what is asked for without one lacks the type of the borrower.
        const { borrowerType, ...shown } = copy.get(`borrower ${id}`) ?? {};
        assert.equal(borrowerType, 'person');
        assert.deepEqual(shown, (await api.get(`/people/${id}`)).body.data);
      }
      assert.equal(copy.get(`contact ${extra.id}`), null);
      const shown = (await api.get(`${ada}/contacts/${phones[0]?.id}`)).body.data;
      assert.deepEqual(copy.get(`contact ${phones[0]?.id}`), shown);
    }
  });

  test('says what came, changed and went, each once a page, and goes on where it was', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/people', aPerson());
    await told(house(), api);
    const first = await page(api, 'limit=100');
    assert.deepEqual(
      first.data.filter(({ type }) => type === 'borrower').map(({ op, key }) => [op, key]),
      [['c', { id, personId: id }]],
    );
    assert.deepEqual(await page(api, `after=${first.next}`), { data: [], next: first.next, hasMore: false });
    const contact = await api.made(`/people/${id}/contacts`, aPhone());
    await told(house(), api);
    const second = await page(api, `after=${first.next}`);
    assert.deepEqual(
      second.data.map(({ type, op }) => [type, op]),
      [
        ['borrower', 'u'],
        ['contact', 'c'],
      ],
    );
    await api.call('DELETE', `/people/${id}/contacts/${contact.id}`);
    await told(house(), api);
    const third = (await page(api, `after=${second.next}&types=contact`)).data;
    assert.deepEqual(
      third.map(({ type, op, key, after }) => [type, op, key.id, after]),
      [['contact', 'd', contact.id, null]],
    );
  });

  test('says that a payment instrument went, which an event of its end goes on to show', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/people', aPerson());
    const [{ id: instrument }] = await api.made(`/people/${id}/payment-instruments`, anAccount());
    await api.call('DELETE', `/people/${id}/payment-instruments/${instrument}`);
    await told(house(), api);
    const { data } = await page(api, 'limit=100&types=paymentInstrument');
    assert.deepEqual(
      data.map(({ op, key, after }) => [op, key.id, after]),
      [['d', instrument, null]],
    );
  });

  test('misses nothing beside writers', async () => {
    const { test: api } = await aCompany();
    const made = new Set<string>();
    const writers = Array.from({ length: 4 }, async () => {
      for (let i = 0; i < 10; i++) made.add((await api.made('/people', aPerson())).id);
    });
    let isWriting = true;
    const written = Promise.all(writers).then(() => {
      isWriting = false;
    });
    const seen = new Set<string>();
    let after = '';
    await eventually('all were seen', async () => {
      const found = await page(api, `limit=5${after}`);
      for (const { type, key } of found.data) if (type === 'borrower') seen.add(key.id);
      after = found.next === null ? '' : `&after=${found.next}`;
      return !isWriting && seen.size === made.size;
    });
    await written;
    assert.deepEqual([...seen].sort(), [...made].sort());
  });

  test('shows what the caller may read, and refuses what they name and may not', async () => {
    const { test: api } = await aCompany();
    const { test: other } = await aCompany();
    const { id } = await api.made('/people', aPerson());
    await api.made(`/people/${id}/contacts`, aPhone());
    await told(house(), api);
    const narrow = await aKey(api, 'event:list', 'person:read');
    assert.deepEqual([...new Set((await page(narrow, 'limit=100')).data.map(({ type }) => type))], ['borrower']);
    const refused = await narrow.get('/changes?types=contact');
    assert.deepEqual([refused.status, refused.body.data.permission], [403, 'contact:read']);
    assert.equal((await (await aKey(api, 'person:read')).get('/changes')).status, 403);
    const wrong = await api.get('/changes?types=people');
    assert.deepEqual([wrong.status, wrong.body.data.path], [400, 'types[0]']);
    assert.match(wrong.body.data.expected, /borrower/);
    const { next } = await page(api, 'limit=100');
    const elsewhere = await other.get(`/changes?after=${next}`);
    assert.deepEqual(
      [elsewhere.status, elsewhere.body.errorType, elsewhere.body.data.path],
      [400, 'UnknownCursor', 'after'],
    );
    assert.deepEqual(
      (await page(other, 'limit=100')).data.filter(({ type }) => type === 'borrower'),
      [],
    );
  });

  test('begins a thing with events that are about it', () => {
    const unlike = eventResources.flatMap(({ name, madeBy, shownBy }) =>
      madeBy.filter((type) => !shownBy.has(type)).map((type) => `${name}: ${type}`),
    );
    assert.deepEqual(unlike, []);
  });
});
