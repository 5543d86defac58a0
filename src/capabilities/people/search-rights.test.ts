// A caller who finds a borrower by a value learns that the value is theirs: which permission that needs, and how often
// it may be tried.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { standingClock } from '../../../tests/support/clock.ts';
import {
  type Answer,
  anAddress,
  anEmail,
  aPerson,
  aPhone,
  type Client,
  useHouse,
} from '../../../tests/support/house.ts';

const ssn = '123-45-6789';
const searchFor = (api: Client, criteria: Record<string, string>): Promise<Answer> =>
  api.get(`/people/search?${new URLSearchParams(criteria)}`);

describe('what a search confirms', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ clock, works: false });
  let api: Client;
  let id: string;
  before(async () => {
    ({ test: api } = await aCompany());
    ({ id } = await api.made('/people', aPerson({ identity: { identityType: 'SSN', value: ssn } })));
    for (const contact of [anEmail(), aPhone(), anAddress()]) await api.made(`/people/${id}/contacts`, contact);
  });
  async function aKey(permissions: string[], owner = api): Promise<Client> {
    const { key } = await owner.made('/keys', { name: 'narrow', permissions });
    return house().client(key, owner.realm);
  }
  async function found(key: Client, criteria: Record<string, string>): Promise<boolean> {
    const { status, body } = await searchFor(key, criteria);
    assert.equal(status, 200, JSON.stringify(body));
    return body.total === 1;
  }

  test('an identity number is confirmed to whoever may read identities', async () => {
    const narrow = await aKey(['person:list', 'person:read', 'contact:list']);
    const refused = await searchFor(narrow, { taxId: ssn });
    assert.deepEqual([refused.status, refused.body.data.permission], [403, 'person.identity:read']);
    const asked = [{ _hasTheWords: ssn }, { _hasTheWords: '123456789' }, { _hasTheWords: `Ada ${ssn}` }];
    for (const criteria of asked) {
      assert.equal(await found(narrow, criteria), false, JSON.stringify(criteria));
      assert.equal(await found(api, criteria), true, JSON.stringify(criteria));
    }
    for (const criteria of [
      { lastName: 'Lovelace', _notTheWords: ssn },
      { id, _notTheWords: '123456789' },
    ]) {
      assert.equal(await found(narrow, criteria), true, JSON.stringify(criteria));
      assert.equal(await found(api, criteria), false, JSON.stringify(criteria));
    }
    const able = await aKey(['person:list', 'person.identity:read']);
    assert.equal(await found(able, { taxId: ssn }), true);
    assert.equal(await found(able, { _hasTheWords: ssn }), true);
  });

  test('an address, an email or a phone is confirmed to whoever may list contacts', async () => {
    const narrow = await aKey(['person:list']);
    const able = await aKey(['person:list', 'contact:list']);
    const values = {
      email: 'ada@example.com',
      emailExact: 'ada@example.com',
      phone: '+13175551212',
      address: 'Main',
      city: 'Indianapolis',
      state: 'IN',
      postalCode: '46204',
    };
    for (const [field, value] of Object.entries(values)) {
      const refused = await searchFor(narrow, { [field]: value });
      assert.deepEqual([refused.status, refused.body.data.permission], [403, 'contact:list'], field);
      assert.equal(await found(able, { [field]: value }), true, field);
      // Text search does not look for states.
      if (field === 'state') continue;
      assert.equal(await found(narrow, { _hasTheWords: value }), false, value);
      assert.equal(await found(narrow, { lastName: 'Lovelace', _notTheWords: value }), true, value);
      assert.equal(await found(able, { _hasTheWords: value }), true, value);
    }
    assert.equal(await found(narrow, { _hasTheWords: 'Lovelace' }), true, 'names are shown to it');
  });

  test('so many numbers in a minute, by one key and by all keys of a company, are too many', async () => {
    const company = await aCompany();
    const guess = (key: Client, n: number): Promise<Answer> =>
      searchFor(key, n % 2 === 0 ? { taxId: `90000${1000 + n}` } : { _hasTheWords: `90000${1000 + n}` });
    const one = await aKey(['person:list', 'person.identity:read'], company.test);
    for (let n = 0; n < 60; n++) assert.equal((await guess(one, n)).status, 200);
    const refused = await guess(one, 60);
    assert.deepEqual([refused.status, refused.body.errorType], [429, 'TooManyRequests']);
    assert.match(refused.body.message, /60 searches for an identity number/);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.equal((await guess(one, 61)).status, 429, 'in words too');
    assert.equal((await searchFor(one, { lastName: 'Lovelace' })).status, 200, 'other searches go on');
    const fresh = () => aKey(['person:list', 'person.identity:read'], company.test);
    const many = Array.from({ length: 10 }, (_, n) => `90001${1000 + n}`).join(' x ');
    for (let keys = 0; keys < 4; keys++) {
      const key = await fresh();
      for (let n = 0; n < 6; n++) await searchFor(key, { _notTheWords: many, lastName: 'x' });
    }
    assert.equal((await guess(await fresh(), 0)).status, 429, 'another key is no way round');
    assert.equal((await searchFor((await aCompany()).test, { taxId: ssn })).status, 200, 'another company goes on');
    clock.moveOn(60);
    assert.equal((await guess(one, 0)).status, 200);
  });
});
