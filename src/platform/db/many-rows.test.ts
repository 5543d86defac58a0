// Writes that are sent together have the same effect as writes sent one by one.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Compilable } from 'kysely';
import { preparedInsert, preparedInserts } from '#platform/db/prepared.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { useHouse } from '../../../tests/support/house.ts';
import { gatheringTx } from './many-rows.ts';

const insertId = preparedInsert('external_ids', ['external_id', 'kind', 'subject_id', 'object_id']);
const insertPosition = preparedInsert('deleted_positions', ['subject_id', 'id', 'position', 'sort_values']);

describe('writes that are gathered', () => {
  const { house, aCompany } = useHouse({ works: false });
  let realm: Realm;
  before(async () => {
    realm = (await aCompany()).test.realm;
  });
  const row = (n: number) => ({
    external_id: `${realm.companyId} ${n}`,
    kind: 'k',
    subject_id: 's',
    object_id: `o ${n}`,
  });
  const transact: ReturnType<typeof house>['service']['database']['transact'] = (where, work, options) =>
    house().service.database.transact(where, work, options);

  test('arrive, each with its own values and the company of its realm', async () => {
    await transact(realm, async (under) => {
      const tx = gatheringTx(under);
      for (let n = 0; n < 300; n++) tx.write(insertId(tx.db, row(n)));
      tx.write(insertPosition(tx.db, { subject_id: 's', id: 'i', position: 7, sort_values: '{}' }));
      tx.send();
    });
    const { rows } = await house().service.database.pools.test.query(
      "select external_id, object_id, company_id from external_ids where company_id = $1 and kind = 'k'",
      [realm.companyId],
    );
    assert.equal(rows.length, 300);
    assert.ok(rows.every(({ external_id, object_id }) => external_id.split(' ')[1] === object_id.split(' ')[1]));
  });

  test('go together, also those that have a few rows each', async () => {
    const insertIds = preparedInserts('external_ids', ['external_id', 'kind', 'subject_id', 'object_id']);
    const kind = 'few';
    let sent = 0;
    await transact(realm, async (under) => {
      const counted = {
        ...under,
        db: under.db,
        realm,
        write: (query: Compilable<unknown>) => {
          sent += 1;
          under.write(query);
        },
      };
      const tx = gatheringTx(counted as Tx);
      for (let n = 0; n < 64; n++) {
        const rows = [5000 + 3 * n, 5001 + 3 * n, 5002 + 3 * n].map((one) => ({ ...row(one), kind }));
        for (const insert of insertIds(tx.db, rows)) tx.write(insert);
      }
      tx.send();
    });
    assert.equal(sent, 3, '192 rows, 64 at once');
    const { rows } = await house().service.database.pools.test.query(
      'select external_id, object_id from external_ids where company_id = $1 and kind = $2',
      [realm.companyId, kind],
    );
    assert.equal(new Set(rows.map(({ external_id }) => external_id)).size, 192);
    assert.ok(rows.every(({ external_id, object_id }) => external_id.split(' ')[1] === object_id.split(' ')[1]));
  });

  test('are there for whatever is read after them', async () => {
    await transact(realm, async (under) => {
      const tx = gatheringTx(under);
      tx.write(insertId(tx.db, row(1000)));
      tx.write(insertId(tx.db, row(1001)));
      const query = tx.db
        .selectFrom('external_ids')
        .select('object_id')
        .where('external_id', '=', row(1001).external_id);
      assert.deepEqual(await tx.rows(query), [{ object_id: 'o 1001' }]);
    });
  });

  test('keep their order within a run', async () => {
    await transact(realm, async (under) => {
      const tx = gatheringTx(under);
      const remove = (n: number) => tx.db.deleteFrom('external_ids').where('external_id', '=', row(n).external_id);
      for (const n of [2000, 2001]) {
        // Written, deleted and written again: in another order one of them would fail or be missing.
        tx.gather([
          [insertId(tx.db, row(n)), undefined],
          [remove(n), undefined],
          [insertId(tx.db, { ...row(n), object_id: 'again' }), undefined],
        ]);
      }
      tx.send();
      for (const n of [2000, 2001]) {
        const query = tx.db
          .selectFrom('external_ids')
          .select('object_id')
          .where('external_id', '=', row(n).external_id);
        assert.deepEqual(await tx.row(query), { object_id: 'again' });
      }
    });
  });
});
