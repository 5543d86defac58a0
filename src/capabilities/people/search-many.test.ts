// Search among many people: a frequent word, a word that nobody has, and both together. Among a million people a word
// that nobody has used to take three seconds, and a word that half of them have took one, because all were read.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Pool } from 'pg';
import { type Answer, anAddress, anEmail, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { ids } from '../../../tests/support/refusals.ts';
import { planOf, statementsOf } from '../../../tests/support/statements.ts';
import { walkForwards } from '../../../tests/support/walk.ts';

const copies = 1_500;

describe('searching among many', () => {
  const { house, aCompany } = useHouse({ works: false });
  const pool = (): Pool => house().service.database.pools.test;
  let api: Client;
  const people: Record<string, string> = {};
  const search = (criteria: Record<string, string>): Promise<Answer> =>
    api.get(`/people/search?${new URLSearchParams(criteria)}`);

  before(async () => {
    api = (await aCompany()).test;
    const add = async (name: string, firstName: string, lastName: string, ...contacts: object[]) => {
      const { id } = await api.made('/people', aPerson({ name: { firstName, lastName } }));
      people[name] = id;
      for (const contact of contacts) await api.made(`/people/${id}/contacts`, contact);
    };
    await add('first', 'Zelda', 'Common', anEmail(), anAddress());
    // Copies of the first person with its tokens, because creating as many by requests would take a minute.
    const copied = Array.from({ length: copies }, (_, n) => `BO-C${String(n).padStart(8, '0')}`);
    const keys = copied.map((id) => house().service.vault.newSealer(id).wrappedKey);
    await pool().query(
      `insert into people (person_id, company_id, position, borrower_type, status, collections_intensity, data_key,
        comm_preferences, monitor_start_date, search_tokens, created_at)
      select copy.id, company_id, position + n, borrower_type, status, collections_intensity, copy.key,
        comm_preferences, monitor_start_date, search_tokens, created_at
      from people, unnest($2::text[], $3::bytea[]) with ordinality as copy (id, key, n) where person_id = $1`,
      [people.first, copied, keys],
    );
    await pool().query(
      `insert into contacts (person_id, id, company_id, position, contact_type, label, affiliation, status,
        search_tokens, valid, verified, receive_text_messages, authorized_third_party, power_of_attorney,
        reaches_since, created_at)
      select copy.id, contact.id, company_id, position, contact_type, label, affiliation, status,
        search_tokens, valid, verified, receive_text_messages, authorized_third_party, power_of_attorney,
        reaches_since, created_at
      from contacts as contact, unnest($2::text[]) as copy (id) where person_id = $1 and contact_type = 'address'`,
      [people.first, copied],
    );
    await add(
      'rare',
      'Quentin',
      'Common',
      anAddress({ address: { addressLine1: '1 High St', city: 'Gary', state: 'IN', postalCode: '46401' } }),
    );
    await add('other', 'Quentin', 'Uncommon', anEmail({ value: 'quentin@example.com' }));
  });

  const all = copies + 2;

  test('a frequent word: a thousand are counted, all are listed, newest first, each once', async () => {
    for (const criteria of [
      { lastName: 'common' },
      { lastName: 'co' },
      { _hasTheWords: 'co' },
      { _hasTheWords: 'common' },
    ]) {
      const answer = await search(criteria);
      assert.deepEqual([answer.body.total, answer.headers['total-is-lower-bound']], [1_000, 'true']);
      assert.deepEqual(answer.body.search.total, { relation: 'gte', value: 1_000 });
      assert.equal(ids(answer)[0], people.rare);
      assert.equal((await search({ ...criteria, total: 'exact' })).body.total, all);
    }
    const walked = (await walkForwards(api, '/people/search?lastName=common&limit=100')).flat();
    assert.deepEqual([walked.length, new Set(walked).size, walked.at(-1)], [all, all, people.first]);
    const sorted = (await walkForwards(api, '/people/search?lastName=common&sortBy=createdAt&limit=100')).flat();
    assert.deepEqual([sorted.length, sorted[0], sorted.at(-1)], [all, people.first, people.rare]);
  });

  test('a frequent word of a contact, and one of both', async () => {
    for (const criteria of [{ city: 'Indianapolis' }, { _hasTheWords: 'indianapolis' }]) {
      assert.equal((await search(criteria)).body.total, 1_000);
      assert.equal((await search({ ...criteria, total: 'exact' })).body.total, copies + 1);
    }
    const both = await search({ city: 'Indianapolis', lastName: 'common' });
    assert.deepEqual([both.body.total, both.body.count], [1_000, 25]);
    assert.ok(!ids(both).includes(people.rare as string));
  });

  const found: [criteria: Record<string, string>, names: string[]][] = [
    [{ firstName: 'quentin' }, ['other', 'rare']],
    [{ firstName: 'quentin', lastName: 'common' }, ['rare']],
    [{ fullName: 'common quentin' }, ['rare']],
    [{ _hasTheWords: 'common quentin' }, ['rare']],
    [{ lastName: 'common', city: 'Gary' }, ['rare']],
    [{ _hasTheWords: 'common gary' }, ['rare']],
    [{ state: 'IN', firstName: 'quentin' }, ['rare']],
    [{ lastName: 'common', email: 'ada@example.com' }, ['first']],
    [{ lastName: 'common', _notTheWords: 'zelda' }, ['rare']],
    [{ lastName: 'common', _notTheWords: 'indianapolis' }, ['rare']],
    [{ _notTheWords: 'common' }, ['other']],
    [{ firstName: 'quentin', _notTheWords: 'gary' }, ['other']],
    [{ lastName: 'common', borrowerType: 'business' }, []],
    [{ lastName: 'common', firstName: 'nobody' }, []],
    [{ lastName: 'common', email: 'nobody@example.com' }, []],
  ];
  for (const [criteria, names] of found) {
    test(`${new URLSearchParams(criteria)} finds ${names.join(' and ') || 'nobody'}`, async () => {
      const answer = await search(criteria);
      assert.deepEqual(
        ids(answer),
        names.map((name) => people[name]),
      );
      assert.deepEqual(answer.body.search.total, { relation: 'eq', value: names.length });
    });
  }

  test('a word that nobody has reads nobody, however many there are', async () => {
    const statements = await statementsOf(pool(), () => search({ lastName: 'nobody', state: 'IN' }));
    const pages = statements.filter(({ text }) => /from "people".* order by .* limit/.test(text));
    assert.ok(pages.length > 0);
    for (const page of pages) assert.doesNotMatch(await planOf(pool(), page), /"Index Name":"people_(page|created)"/);
  });

  test('who has two letters is looked up whole before some are taken, so that the server reads nobody else', async () => {
    const statements = await statementsOf(pool(), () => search({ _hasTheWords: 'qx', firstName: 'qx' }));
    const found = statements.filter(({ text }) => text.includes('"search_tokens" &&'));
    assert.equal(found.length, 3);
    for (const { text } of found) assert.match(text, /^with "found" as materialized \(/);
  });

  test('a rare word is looked up, and the list of people is not walked for it', async () => {
    const statements = await statementsOf(pool(), () => search({ firstName: 'quentin', state: 'IN' }));
    const [page] = statements.filter(({ text }) => /from "people".* order by .* limit/.test(text));
    assert.ok(page !== undefined);
    assert.doesNotMatch(await planOf(pool(), page), /"Index Name":"people_(page|created)"/);
  });
});
