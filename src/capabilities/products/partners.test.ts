// Merchants and investors, over HTTP: specification 2.6.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';
import { told, typesOf } from '../../../tests/support/told.ts';
import { defaultInvestor, findMerchant } from './index.ts';

const merchants = '/companies/current/merchants';
const investors = '/companies/current/investors';

describe('merchants', () => {
  const { house, aCompany } = useHouse({ works: false });

  const lakeside = {
    externalId: 'shop-12',
    businessName: 'Lakeside Dental',
    address: { addressLine1: '12 Hemlock Row', city: 'Terre Haute', state: 'Indiana', postalCode: '47802' },
    primaryContactName: ' Mary Somerville ',
    primaryContactEmail: 'Mary@Lakeside.Example.com',
    primaryContactPhone: '(317) 555-1212',
  };

  test('are created, found, changed by their parts and listed', async () => {
    const { id: companyId, test: api } = await aCompany();
    const answer = await api.post(merchants, lakeside);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const { id, createdAt, ...rest } = answer.body.data;
    assert.match(id, /^MR-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
    assert.match(createdAt, /\+00:00$/);
    assert.deepEqual(rest, {
      object: 'merchant',
      companyId,
      externalId: 'shop-12',
      businessName: 'Lakeside Dental',
      address: {
        addressLine1: '12 Hemlock Row',
        addressLine2: null,
        city: 'Terre Haute',
        countyOrRegion: null,
        state: 'IN',
        postalCode: '47802',
        country: 'US',
        POBox: null,
      },
      primaryContactName: 'Mary Somerville',
      primaryContactEmail: 'Mary@lakeside.example.com',
      primaryContactPhone: '+13175551212',
      status: 'active',
      updatedAt: null,
      deletedAt: null,
    });
    assert.deepEqual((await api.get(`${merchants}/ext-shop-12`)).body.data, answer.body.data);
    const changed = await api.put(`${merchants}/${id}`, {
      businessName: 'Lakeside Dentists',
      address: { addressLine2: 'Suite 4' },
      primaryContactPhone: null,
      externalId: null,
      status: 'inactive',
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const { updatedAt, ...after } = changed.body.data;
    assert.notEqual(updatedAt, null);
    const { updatedAt: _, ...before } = answer.body.data;
    assert.deepEqual(after, {
      ...before,
      businessName: 'Lakeside Dentists',
      address: { ...before.address, addressLine2: 'Suite 4' },
      primaryContactPhone: null,
      externalId: null,
      status: 'inactive',
    });
    assert.equal((await api.get(`${merchants}/ext-shop-12`)).status, 404);
    const { id: plain } = await api.made(merchants, { businessName: 'Plain', externalId: 'shop-12' });
    assert.deepEqual(ids(await api.get(merchants)), [plain, id]);
    assert.deepEqual(ids(await api.get(`${merchants}?status=inactive`)), [id]);
    assert.deepEqual(ids(await api.get(`${merchants}?sortBy=businessName`)), [id, plain]);
    assert.equal((await api.put(`${merchants}/${id}`, { externalId: 'shop-12' })).status, 409);
    const reader = house().service.database.reader(api.realm);
    assert.equal((await findMerchant(reader, 'ext-shop-12')).id, plain);
    await assert.rejects(findMerchant(reader, 'MR-AAAA-AAAA'), { name: 'NotFound', data: { path: 'merchantId' } });
  });

  test('are refused where a part is wrong', async () => {
    const { test: api } = await aCompany();
    refusedAt(await api.post(merchants, {}), 'businessName');
    const wrong = (part: object) => api.post(merchants, { businessName: 'A', ...part });
    refusedAt(await wrong({ primaryContactEmail: 'nobody' }), 'primaryContactEmail');
    refusedAt(await wrong({ primaryContactPhone: '12' }), 'primaryContactPhone');
    refusedAt(await wrong({ address: { state: 'Bavaria' } }), 'address.state');
    refusedAt(await wrong({ address: {} }), 'address');
    refusedAt(await wrong({ status: 'closed' }), 'status');
  });

  test('have their address and contact sealed, and nothing of it is told', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made(merchants, lakeside);
    await api.put(`${merchants}/${id}`, { primaryContactName: 'Wilhelmina' });
    const { pools } = house().service.database;
    const stored = await pools.test.query(
      `select concat_ws(' ', merchants::text, encode(contact_sealed, 'escape')) as text from merchants where id = $1
       union all select event_commits::text from event_commits where company_id = $2`,
      [id, api.realm.companyId],
    );
    const all = stored.rows.map(({ text }) => text).join('\n');
    assert.ok(all.includes('Lakeside Dental') && all.includes('merchant.updated'), 'what is there is seen');
    assert.doesNotMatch(all, /somerville|wilhelmina|mary|3175551212|hemlock|terre haute|47802/i);
  });

  test('are those of the own company, by its id or as current', async () => {
    const company = await aCompany();
    const other = await aCompany();
    const { id } = await company.test.made(merchants, { businessName: 'Mine' });
    const path = `/companies/${company.id}/merchants`;
    assert.deepEqual(ids(await company.test.get(path)), [id]);
    assert.deepEqual(ids(await company.live.get(path)), [], 'the other mode has its own');
    for (const reference of [company.id, 'ext-current', 'CP-AAAA-AAAA', 'CURRENT']) {
      for (const list of ['merchants', 'investors']) {
        const answer = await other.test.get(`/companies/${reference}/${list}`);
        assert.deepEqual([answer.status, answer.body.data.path], [404, 'companyId'], reference);
      }
    }
    assert.equal((await other.test.get(`${merchants}/${id}`)).status, 404);
    assert.equal((await other.test.post(path, { businessName: 'Theirs' })).status, 404);
  });
});

describe('investors', () => {
  const { house, aCompany } = useHouse({ works: false });

  const defaults = async (api: Client): Promise<string[]> =>
    (await api.get(investors)).body.data.filter((one: { isDefault: boolean }) => one.isDefault).map(ids1);
  const ids1 = ({ id }: { id: string }): string => id;

  test('are created, found, changed and listed', async () => {
    const { id: companyId, test: api } = await aCompany();
    const made = await api.made(investors, { name: 'Wabash Loan Fund', externalId: 'fund-1' });
    const { id, createdAt: _, ...rest } = made;
    assert.match(id, /^IR-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
    assert.deepEqual(rest, {
      object: 'investor',
      companyId,
      externalId: 'fund-1',
      name: 'Wabash Loan Fund',
      isDefault: false,
      updatedAt: null,
      deletedAt: null,
    });
    assert.deepEqual((await api.get(`${investors}/ext-fund-1`)).body.data, made);
    const { updatedAt, ...changed } = (await api.put(`${investors}/${id}`, { name: 'Fund I', externalId: null })).body
      .data;
    assert.notEqual(updatedAt, null);
    const { updatedAt: _2, ...before } = made;
    assert.deepEqual(changed, { ...before, name: 'Fund I', externalId: null });
    assert.equal((await api.get(`${investors}/ext-fund-1`)).status, 404);
    assert.equal((await api.get(investors)).body.total, 2);
    refusedAt(await api.post(investors, { name: '' }), 'name');
  });

  test('that are changed in nothing, while the clock stands still, stay as they are', async () => {
    const { test: api } = await aCompany();
    await api.made('/test-clock', { now: '2026-03-02T00:00:00Z' });
    const made = await api.made('/companies/current/investors', { name: 'A fund' });
    const path = `/companies/current/investors/${made.id}`;
    const changed = await api.put(path, {});
    const again = await api.put(path, {});
    assert.deepEqual([changed.status, again.status], [200, 200]);
    assert.deepEqual(again.body.data, changed.body.data);
  });

  test('have exactly one default one, which another can become', async () => {
    const { test: api } = await aCompany();
    const [born] = await defaults(api);
    assert.ok(born);
    const second = await api.made(investors, { name: 'Second', isDefault: true });
    assert.deepEqual(await defaults(api), [second.id]);
    const third = await api.made(investors, { name: 'Third' });
    await api.put(`${investors}/${third.id}`, { isDefault: true });
    assert.deepEqual(await defaults(api), [third.id]);
    refusedAt(await api.put(`${investors}/${third.id}`, { isDefault: false }), 'isDefault');
    assert.equal((await api.put(`${investors}/${second.id}`, { isDefault: false })).status, 200);
    assert.equal((await defaultInvestor(house().service.database.reader(api.realm))).id, third.id);
    const events = await told(house(), api, 'events=investor.*');
    assert.deepEqual(
      events.map(({ eventType, investorId, isDefault }) => [eventType, investorId, isDefault]),
      [
        ['investor.updated', born, false],
        ['investor.created', second.id, true],
        ['investor.created', third.id, false],
        ['investor.updated', second.id, false],
        ['investor.updated', third.id, true],
        ['investor.updated', second.id, false],
      ],
    );
    assert.equal(typesOf(events).length, 6);
  });

  test('of which many become the default one at once, one is it in the end', async () => {
    const { test: api } = await aCompany();
    const made = await Promise.all([1, 2, 3].map((n) => api.made(investors, { name: `Fund ${n}` })));
    const answers = await Promise.all([
      ...made.map(({ id }) => api.put(`${investors}/${id}`, { isDefault: true })),
      api.post(investors, { name: 'Fund 4', isDefault: true }),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 201],
    );
    assert.equal((await defaults(api)).length, 1);
  });
});
