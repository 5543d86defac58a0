// What a transaction asks and writes for many persons in one turn goes out as one statement, with the same effect.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { tables } from '#app/capabilities.ts';
import { useHouse } from '../../../tests/support/house.ts';
import { recordedDuring } from '../../../tests/support/recorded-statements.ts';
import { onePersonEach } from './cluster/grouping.ts';
import { type PlaceholderOf, prepared, preparedInsert, preparedInserts } from './prepared.ts';
import type { Realm } from './realm.ts';
import { type RealmDatabase, realmDatabase, type Tx } from './realm-database.ts';

const columns = ['subject_id', 'id', 'position', 'sort_values'] as const;
const insert = preparedInsert('deleted_positions', columns);
const inserts = preparedInserts('deleted_positions', columns);

const ofSubject = prepared(
  (db, placeholder: PlaceholderOf<{ subject: string }>) =>
    db
      .selectFrom('deleted_positions')
      .select(['id', 'position'])
      .where('subject_id', '=', placeholder('subject'))
      .orderBy('position'),
  { subject: 'text' },
);

const move = prepared(
  (db, placeholder: PlaceholderOf<{ subject: string; id: string; position: number }>) =>
    db
      .updateTable('deleted_positions')
      .set({ position: placeholder('position') })
      .where('subject_id', '=', placeholder('subject'))
      .where('id', '=', placeholder('id')),
  { subject: 'text', id: 'text', position: 'bigint' },
);

const remove = prepared(
  (db, placeholder: PlaceholderOf<{ subject: string }>) =>
    db.deleteFrom('deleted_positions').where('subject_id', '=', placeholder('subject')),
  { subject: 'text' },
);

describe('what a transaction has for many persons in one turn', () => {
  const { house, aCompany } = useHouse({ works: false });
  let realm: Realm;
  before(async () => {
    realm = (await aCompany()).test.realm;
  });

  let name = 0;
  const subjects = (): [string, string, string] => {
    name += 1;
    return [`a${name}`, `b${name}`, `c${name}`];
  };
  const row = (subject_id: string, id: string, position: number) => ({ subject_id, id, position, sort_values: '{}' });
  const read = (tx: Tx, subject: string) => tx.rows(ofSubject(tx.db, { subject }));

  async function statements(work: (tx: Tx) => Promise<void>, database?: RealmDatabase): Promise<string[]> {
    const { database: usual } = house().service;
    const sent = await recordedDuring(() => (database ?? usual).transact(realm, work));
    return sent.map(({ text }) => text).filter((text) => !['begin', 'commit', 'rollback'].includes(text));
  }

  test('is read by one statement: each gets its own rows, in their order', async () => {
    const [a, b, c] = subjects();
    const sent = await statements(async (tx) => {
      for (const one of inserts(tx.db, [row(a, 'x', 2), row(a, 'y', 1), row(c, 'z', 3)])) tx.write(one);
      const found = await Promise.all([a, b, c, a].map((subject) => read(tx, subject)));
      const ids = found.map((rows) => rows.map(({ id }) => id).join());
      assert.deepEqual(ids, ['y,x', '', 'z', 'y,x']);
      assert.deepEqual(Object.keys(found[0]?.[0] ?? {}), ['id', 'position']);
    });
    assert.equal(sent.length, 2, sent.join('\n'));
  });

  test('goes out with what else was asked in that turn, the beginning of the transaction too', async () => {
    const [a, b] = subjects();
    const { database } = house().service;
    const sent = await recordedDuring(() => database.transact(realm, (tx) => Promise.all([read(tx, a), read(tx, b)])));
    assert.deepEqual(
      sent.map(({ piece }) => piece),
      [1, 1, 2],
      'begin and the read, then commit',
    );
  });

  test('is written by one statement for each kind, and each row gets its own values', async () => {
    const all = subjects();
    const sent = await statements(async (tx) => {
      for (const subject of all) tx.write(insert(tx.db, row(subject, 'x', 1)));
      await Promise.resolve();
      for (const [i, subject] of all.entries()) tx.write(move(tx.db, { subject, id: 'x', position: 10 + i }));
      const found = await Promise.all(all.map((subject) => read(tx, subject)));
      assert.deepEqual(
        found.map(([one]) => one?.position),
        [10, 11, 12],
      );
      for (const subject of all.slice(1)) tx.write(remove(tx.db, { subject }));
      const left = await Promise.all(all.map((subject) => read(tx, subject)));
      assert.deepEqual(
        left.map((rows) => rows.length),
        [1, 0, 0],
      );
    });
    assert.deepEqual(
      sent.map((text) => text.split(' ')[0]),
      ['insert', 'update', 'select', 'delete', 'select'],
    );
  });

  test('keeps the order of what is of one person, also where the same row changes twice', async () => {
    const [a, b] = subjects();
    await statements(async (tx) => {
      for (const subject of [a, b]) tx.write(insert(tx.db, row(subject, 'x', 1)));
      const before = read(tx, a);
      for (const position of [2, 3]) tx.write(move(tx.db, { subject: a, id: 'x', position }));
      tx.write(move(tx.db, { subject: b, id: 'x', position: 4 }));
      const after = [read(tx, a), read(tx, b)];
      const seen = (await Promise.all([before, ...after])).map(([one]) => one?.position);
      assert.deepEqual(seen, [1, 3, 4]);
    });
  });

  test('comes before a statement that cannot be put together with it', async () => {
    const [a, b] = subjects();
    await statements(async (tx) => {
      tx.write(insert(tx.db, row(a, 'x', 1)));
      tx.write(insert(tx.db, row(b, 'x', 1)));
      const count = tx.affected(move(tx.db, { subject: b, id: 'x', position: 7 }));
      assert.equal(await count, 1);
      const [one] = await tx.rows(tx.db.selectFrom('deleted_positions').selectAll().where('subject_id', '=', b));
      assert.equal(one?.position, 7);
    });
  });

  test('fails for all of them: nothing of the commit stays', async () => {
    const [a, b, c] = subjects();
    const failing = statements(async (tx) => {
      tx.write(insert(tx.db, row(a, 'x', 1)));
      await read(tx, a);
      for (const subject of [b, b, c]) tx.write(insert(tx.db, row(subject, 'x', 1)), () => new Error('taken'));
      await Promise.all([b, c].map((subject) => read(tx, subject)));
    });
    await assert.rejects(failing, /taken/);
    await statements(async (tx) => {
      const left = await Promise.all([a, b, c].map((subject) => read(tx, subject)));
      assert.equal(left.flat().length, 0);
    });
  });

  test('is not sent once the transaction is over', async () => {
    const [a] = subjects();
    let late: Promise<unknown> = Promise.resolve();
    const failing = statements(async (tx) => {
      late = read(tx, a);
      late.catch(() => {});
      throw new Error('on purpose');
    });
    await assert.rejects(failing, /on purpose/);
    await assert.rejects(late, /over/);
  });

  test('goes out for each person on a cluster, where the rows of each lie on a node of their own', async () => {
    const [a, b] = subjects();
    const { pools } = house().service.database;
    const spread = realmDatabase(pools, tables, () => {}, onePersonEach);
    const sent = await statements(async (tx) => {
      for (const subject of [a, b]) tx.write(insert(tx.db, row(subject, 'x', 1)));
      assert.equal((await Promise.all([a, b].map((subject) => read(tx, subject)))).flat().length, 2);
    }, spread);
    assert.equal(sent.length, 4);
  });
});

describe('what is asked together outside of a transaction', () => {
  const { house, aCompany } = useHouse({ works: false });
  let realm: Realm;
  before(async () => {
    realm = (await aCompany()).test.realm;
    await house().service.database.transact(realm, async (tx) => {
      const rows = ['a', 'b', 'b'].map((subject_id, i) => ({
        subject_id,
        id: `${i}`,
        position: 9 - i,
        sort_values: '{}',
      }));
      for (const one of inserts(tx.db, rows)) tx.write(one);
    });
  });

  async function asked(database: RealmDatabase): Promise<{ found: string[]; sent: number }> {
    const reader = database.reader(realm);
    let found: string[] = [];
    const sent = await recordedDuring(async () => {
      const other = reader.db.selectFrom('deleted_positions').select(['id', 'position']).where('subject_id', '=', 'a');
      const each = ['b', 'none', 'a', 'b'].map((subject) => ofSubject(reader.db, { subject }));
      const answers = await reader.together(each[0]!, other, ...each.slice(1));
      found = answers.map((rows) => rows.map(({ id }) => id).join());
    });
    return { found, sent: sent.length };
  }

  const each = ['2,1', '0', '', '0', '2,1'];

  test('is one statement for each kind: each gets its own rows, in its place', async () => {
    assert.deepEqual(await asked(house().service.database), { found: each, sent: 2 });
  });

  test('is a statement for each person on a cluster', async () => {
    const { pools } = house().service.database;
    assert.deepEqual(await asked(realmDatabase(pools, tables, () => {}, onePersonEach)), { found: each, sent: 5 });
  });
});
