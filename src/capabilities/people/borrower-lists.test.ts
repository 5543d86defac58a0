// Borrowers are listed over HTTP: filtered, sorted and in pages. Specification 4.3.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aBusiness, aPerson, useHouse } from '../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';

describe('lists of borrowers', () => {
  const { aCompany } = useHouse();

  async function someBorrowers() {
    const { test: api, live } = await aCompany();
    const newer = { 'api-version': '2025-03-26' };
    const person = await api.made('/people', aPerson({ externalId: 'a', collectionsIntensity: 'light' }), newer);
    const business = await api.made('/people', aBusiness({ externalId: 'c', collectionsIntensity: 'heavy' }), newer);
    const inactive = await api.made('/people', aPerson({ status: 'inactive', externalId: 'b' }));
    return { api, live, person: person.id, business: business.id, inactive: inactive.id };
  }

  test('hold all borrowers of the realm, newest first, in the list envelope', async () => {
    const { api, live, person, business, inactive } = await someBorrowers();
    const list = await api.get('/people');
    assert.deepEqual(Object.keys(list.body), ['status', 'total', 'count', 'nextUrl', 'previousUrl', 'data']);
    assert.deepEqual(
      { ...list.body, data: null },
      { status: 200, total: 3, count: 3, nextUrl: null, previousUrl: null, data: null },
    );
    assert.deepEqual(ids(list), [inactive, business, person]);
    assert.deepEqual(list.body.data[2], (await api.get(`/people/${person}`)).body.data);
    assert.deepEqual(ids(await live.get('/people')), []);
  });

  test('are narrowed by status, type and ids', async () => {
    const { api, person, business, inactive } = await someBorrowers();
    assert.deepEqual(ids(await api.get('/people?status=inactive')), [inactive]);
    assert.deepEqual(ids(await api.get('/people?status=active')), [business, person]);
    assert.deepEqual(ids(await api.get('/people?borrowerType=business')), [business]);
    assert.deepEqual(ids(await api.get('/people?borrowerType=person&status=active')), [person]);
    assert.deepEqual(ids(await api.get(`/people?ids=${person},${business},BO-AAAA-AAAA`)), [business, person]);
    assert.deepEqual(ids(await api.get(`/people?ids=${person}&ids=${inactive}`)), [inactive, person]);
    assert.deepEqual(ids(await api.get('/people?ids=')), []);
    refusedAt(await api.get('/people?status=asleep'), 'status');
    refusedAt(await api.get('/people?borrowerType=robot'), 'borrowerType');
    refusedAt(await api.get('/people?limit=0'), 'limit');
    refusedAt(await api.get('/people?limit=101'), 'limit');
    refusedAt(await api.get('/people?limit=99999999999999999999'), 'limit');
    refusedAt(await api.get('/people?limit=ten'), 'limit');
  });

  test('are sorted by the fields asked for', async () => {
    const { api, person, business, inactive } = await someBorrowers();
    assert.deepEqual(ids(await api.get('/people?sortBy=externalId')), [person, inactive, business]);
    assert.deepEqual(ids(await api.get('/people?sortBy=-externalId')), [business, inactive, person]);
    assert.deepEqual(ids(await api.get('/people?sortBy=createdAt')), [person, business, inactive]);
    assert.deepEqual(ids(await api.get('/people?sortBy=-status,%2BborrowerType')), [inactive, business, person]);
    assert.deepEqual(ids(await api.get('/people?sortBy=status&sortBy=-borrowerType')), [person, business, inactive]);
    refusedAt(await api.get('/people?sortBy=name'), 'sortBy');
    refusedAt(await api.get('/people?sortBy=__proto__'), 'sortBy');
  });

  test('walked page by page, forwards and back, show each borrower once', async () => {
    const { test: api } = await aCompany();
    const made: string[] = [];
    for (let i = 0; i < 7; i++) made.unshift((await api.made('/people', aPerson({ metaData: { i } }))).id);
    const walk = async (first: string, link: 'nextUrl' | 'previousUrl') => {
      const pages: string[][] = [];
      for (let url: string | null = first; url !== null; ) {
        const page = await api.get(url);
        assert.equal(page.status, 200, JSON.stringify(page.body));
        assert.equal(page.body.total, 7);
        pages.push(ids(page));
        url = page.body[link];
      }
      return pages;
    };
    const forwards = await walk('/people?limit=3&status=active', 'nextUrl');
    assert.deepEqual(forwards.flat(), made);
    assert.deepEqual(
      forwards.map((page) => page.length),
      [3, 3, 1],
    );
    const back = await walk(`/people?limit=3&status=active&endingBefore=${made[6]}`, 'previousUrl');
    assert.deepEqual(back.toReversed().flat(), made.slice(0, 6));
    const sorted = await walk('/people?limit=2&sortBy=externalId,-createdAt', 'nextUrl');
    assert.deepEqual(sorted.flat(), made);
  });
});
