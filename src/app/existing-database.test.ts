// A command that finds a database of the operator's own without tables of Tenor, and one that finds several companies.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useHouse } from '../../tests/support/house.ts';
import { createEmpty, dropCopy, testServer } from '../../tests/support/server.ts';
import { urlOfDatabase } from '../../tests/support/url-of-database.ts';
import { mustHaveDatabase } from './existing-database.ts';
import { realmOf, realmsOf } from './realm-of.ts';

describe('a database that exists', () => {
  const { house, aCompany } = useHouse();

  test('is refused while it has nothing of Tenor in it', async (t) => {
    const name = `${house().database}_empty`;
    await createEmpty(testServer(), name);
    t.after(() => dropCopy(testServer(), name));
    const look = (database: string) =>
      mustHaveDatabase({ databaseUrl: urlOfDatabase(database), dataDirectory: '/nowhere' });
    await assert.rejects(look(name), { message: /^The database is not one of Tenor\. .*set DATABASE_URL/ });
    await look(house().database);
  });

  test('is refused while it has no company: nothing done to none must not look like all that was asked', async () => {
    for (const named of [realmOf, realmsOf])
      await assert.rejects(named(house().service, {}), { message: /^There is no company yet/ });
  });

  test('tells the names of its companies where one has to be chosen', async () => {
    await Promise.all([aCompany(), aCompany()]);
    await assert.rejects(realmOf(house().service, {}), {
      message: /^--company is needed: CP-\S+ \(.+\), CP-\S+ \(.+\)/,
    });
    await assert.rejects(realmOf(house().service, { company: 'CP-AAAA-AAAA' }), {
      message: /^There is no company CP-AAAA-AAAA\. There are CP-\S+ \(.+\)/,
    });
  });
});
