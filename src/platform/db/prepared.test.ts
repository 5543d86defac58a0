import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aPerson, useHouse } from '../../../tests/support/house.ts';
import { type PlaceholderOf, prepared, preparedInsert } from './prepared.ts';

const byStatus = prepared((db, placeholder: PlaceholderOf<{ status: 'active' | 'inactive'; externalId: string }>) =>
  db
    .selectFrom('people')
    .select(['person_id', 'company_id'])
    .where('external_id', '=', placeholder('externalId'))
    .where('status', '=', placeholder('status')),
);

describe('a prepared query', () => {
  const { house, aCompany } = useHouse();

  test('takes its values each time, wherever they stand', async () => {
    const { test: api } = await aCompany();
    const one = await api.made('/people', aPerson({ externalId: 'one' }));
    const two = await api.made('/people', aPerson({ externalId: 'two', status: 'inactive' }));
    const reader = house().service.database.reader(api.realm);
    const ids = async (values: { status: 'active' | 'inactive'; externalId: string }) =>
      (await reader.rows(byStatus(reader.db, values))).map((row) => row.person_id);
    assert.deepEqual(await ids({ status: 'active', externalId: 'one' }), [one.id]);
    assert.deepEqual(await ids({ status: 'inactive', externalId: 'two' }), [two.id]);
    assert.deepEqual(await ids({ status: 'active', externalId: 'two' }), []);
  });

  test('is compiled once for each company, and holds each to its own', async () => {
    const [a, b] = [(await aCompany()).test, (await aCompany()).test];
    for (const api of [a, b]) await api.made('/people', aPerson({ externalId: 'same' }));
    for (const api of [a, b, a]) {
      const reader = house().service.database.reader(api.realm);
      const rows = await reader.rows(byStatus(reader.db, { status: 'active', externalId: 'same' }));
      assert.deepEqual(
        rows.map((row) => row.company_id),
        [api.realm.companyId],
      );
      const [first, second] = [0, 1].map(() => byStatus(reader.db, { status: 'active', externalId: 'x' }).compile());
      assert.equal(first?.sql, second?.sql);
    }
  });

  test('inserts a row with the company of its handle', async () => {
    const { test: api } = await aCompany();
    const insert = preparedInsert('deleted_positions', ['subject_id', 'id', 'position', 'sort_values']);
    const { database } = house().service;
    await database.transact(api.realm, async (tx) => {
      tx.write(insert(tx.db, { subject_id: 's', id: 'i', position: 1, sort_values: '{}' }));
    });
    const reader = database.reader(api.realm);
    const rows = await reader.rows(reader.db.selectFrom('deleted_positions').selectAll());
    assert.deepEqual(rows, [
      { subject_id: 's', id: 'i', position: 1, sort_values: {}, company_id: api.realm.companyId },
    ]);
  });
});
