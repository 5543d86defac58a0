// A transaction sends its writes without waiting: a failed write is reported as itself, and nothing of the transaction
// stays.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { PoolClient } from 'pg';
import { useHouse } from '../../../tests/support/house.ts';
import type { Realm } from './realm.ts';
import type { RealmDatabase, Tx } from './realm-database.ts';

describe('a transaction', () => {
  const { house, aCompany } = useHouse({ works: false, lockWaitMs: 300 });
  let realm: Realm;
  before(async () => {
    realm = (await aCompany()).live.realm;
  });

  const database = (): RealmDatabase => house().service.database;
  const insert = (tx: Tx, externalId: string) =>
    tx.db.insertInto('external_ids').values({ external_id: externalId, kind: 'k', subject_id: 's', object_id: 'o' });
  const isThere = async (externalId: string): Promise<boolean> => {
    const { db, rows } = database().reader(realm);
    return (await rows(db.selectFrom('external_ids').select('kind').where('external_id', '=', externalId))).length > 0;
  };
  const failing = (tx: Tx) => tx.db.selectNoFrom(sql<number>`1 / ${0}::int`.as('x'));

  test('keeps what it wrote', async () => {
    const answer = await database().transact(realm, async (tx) => {
      tx.write(insert(tx, 'kept'));
      return 'the answer';
    });
    assert.equal(answer, 'the answer');
    assert.ok(await isThere('kept'));
  });

  test('writes the same statement twice in one flight, on a connection that does not know it yet', async () => {
    await database().transact(realm, async (tx) => {
      for (const name of ['one', 'two', 'three']) tx.write(insert(tx, name));
    });
    assert.ok(await isThere('three'));
  });

  test('fails with the error of the write that failed, though nobody waited for it', async () => {
    const run = database().transact(realm, async (tx) => {
      tx.write(insert(tx, 'before'));
      tx.write(failing(tx));
      tx.write(insert(tx, 'after'));
    });
    await assert.rejects(run, { code: '22012' });
    assert.ok(!(await isThere('before')));
    assert.ok(!(await isThere('after')));
  });

  test('fails with the first error, not with those that follow from it', async () => {
    const read = database().transact(realm, async (tx) => {
      tx.write(failing(tx), () => new Error('in our words'));
      await tx.rows(tx.db.selectFrom('people').select('person_id'));
    });
    await assert.rejects(read, /in our words/);
    const affected = database().transact(realm, async (tx) => {
      tx.write(failing(tx));
      await tx.affected(insert(tx, 'late'));
    });
    await assert.rejects(affected, { code: '22012' });
  });

  test('gives the connection back in good order after a failure', async () => {
    for (let i = 0; i < 40; i++) {
      await assert.rejects(database().transact(realm, async (tx) => tx.write(failing(tx))));
    }
    await database().transact(realm, async (tx) => tx.write(insert(tx, 'after failures')));
    assert.ok(await isThere('after failures'));
    assert.equal(house().service.database.pools.live.waitingCount, 0);
  });

  test('skips what was sent behind a failure, and sends it anew the next time', async () => {
    const work = (first: (tx: Tx) => void) => (tx: Tx) => {
      first(tx);
      const fresh = tx.db.selectNoFrom(sql<number>`${41}::int + 1`.as('never sent before'));
      return Promise.allSettled([tx.rows(fresh), tx.rows(fresh)]);
    };
    await assert.rejects(
      database().transact(
        realm,
        work((tx) => tx.write(failing(tx))),
      ),
      { code: '22012' },
    );
    for (let i = 0; i < 2; i++) {
      const answers = await database().transact(
        realm,
        work(() => {}),
      );
      const rows = [{ 'never sent before': 42 }];
      assert.deepEqual(answers, Array(2).fill({ status: 'fulfilled', value: rows }));
    }
  });

  test('gives what was read before a failure, though it went out with it', async () => {
    let read: unknown;
    const run = database().transact(realm, async (tx) => {
      const reading = tx.rows(tx.db.selectNoFrom(sql<number>`1`.as('one')));
      tx.write(failing(tx), () => new Error('in our words'));
      read = await reading;
      await tx.rows(tx.db.selectNoFrom(sql<number>`2`.as('two')));
    });
    await assert.rejects(run, /in our words/);
    assert.deepEqual(read, [{ one: 1 }]);
  });

  test('keeps hundreds of writes of one flight, or none of them', async () => {
    const names = Array.from({ length: 300 }, (_, i) => `many ${i}`);
    const all = (last: (tx: Tx) => void) => async (tx: Tx) => {
      for (const name of names) tx.write(insert(tx, name));
      last(tx);
    };
    await assert.rejects(
      database().transact(
        realm,
        all((tx) => tx.write(failing(tx))),
      ),
      { code: '22012' },
    );
    for (const name of names) assert.ok(!(await isThere(name)));
    await database().transact(
      realm,
      all(() => {}),
    );
    for (const name of names) assert.ok(await isThere(name));
  });

  test('takes a commit that is answered with ROLLBACK for a failure', async () => {
    const { pools } = house().service.database;
    const acquired = new Promise<PoolClient>((resolve) => pools.live.once('acquire', resolve));
    const run = database().transact(realm, async (tx) => {
      tx.write(insert(tx, 'never'));
      await sleep(1);
      // A failure that the transaction does not see; the server rolls back all the same.
      await (await acquired).query('select 1 / 0').catch(() => {});
    });
    await assert.rejects(run, /answered ROLLBACK to a commit/);
    assert.ok(!(await isThere('never')));
  });

  test('leaves nothing in a dry run, and gives its answer', async () => {
    const work = async (tx: Tx) => {
      tx.write(insert(tx, 'dry'));
      return (await tx.rows(tx.db.selectFrom('external_ids').select('kind').where('external_id', '=', 'dry'))).length;
    };
    assert.equal(await database().transact(realm, work, { dryRun: true }), 1);
    assert.ok(!(await isThere('dry')));
  });

  test('reports a failing write in a dry run as well', async () => {
    const run = database().transact(realm, async (tx) => tx.write(failing(tx)), { dryRun: true });
    await assert.rejects(run, { code: '22012' });
  });

  test('rolls back what was sent when the work itself fails', async () => {
    const run = database().transact(realm, async (tx) => {
      tx.write(insert(tx, 'half'));
      throw new Error('no more');
    });
    await assert.rejects(run, /no more/);
    assert.ok(!(await isThere('half')));
  });

  test('is the only way to the database inside its work', async () => {
    const elsewhere: Record<string, (db: RealmDatabase) => Promise<unknown>> = {
      rows: (db) => db.reader(realm).rows(db.reader(realm).db.selectFrom('people').selectAll()),
      row: (db) => db.reader(realm).row(db.reader(realm).db.selectFrom('people').selectAll()),
      together: (db) => db.reader(realm).together(db.reader(realm).db.selectFrom('people').selectAll()),
      'another transaction': (db) => db.transact(realm, async () => {}),
      'the unscoped handle': (db) => db.unscoped('live').rows(db.unscoped('live').db.selectFrom('people').selectAll()),
    };
    for (const [what, ask] of Object.entries(elsewhere)) {
      const run = database().transact(realm, async () => {
        await sleep(1);
        await ask(database());
      });
      await assert.rejects(run, /reads through its tx/, what);
      await ask(database());
    }
  });

  test('is over once it has ended: the slower half of a Promise.all cannot write into the next one', async () => {
    let slower: Promise<unknown> = Promise.resolve();
    let kept: Tx | undefined;
    const run = database().transact(realm, async (tx) => {
      kept = tx;
      slower = sleep(20).then(() => tx.write(insert(tx, 'too late')));
      await Promise.all([slower, Promise.reject(new Error('the faster half'))]);
    });
    await assert.rejects(run, /the faster half/);
    await assert.rejects(slower, /transaction is over/);
    const tx = kept as Tx;
    await assert.rejects(tx.rows(tx.db.selectFrom('people').selectAll()), /transaction is over/);
    await database().transact(realm, async (next) => {
      kept = next;
    });
    assert.throws(() => kept?.write(insert(kept, 'too late')), /transaction is over/);
    assert.ok(!(await isThere('too late')));
  });

  test('waits for a lock as long as it was told, and no longer', async () => {
    const lock: RawBuilder<unknown> = sql`for update`;
    await database().transact(realm, async (tx) => tx.write(insert(tx, 'locked')));
    const hold = async (tx: Tx) => {
      await tx.rows(
        tx.db.selectFrom('external_ids').select('kind').where('external_id', '=', 'locked').modifyEnd(lock),
      );
    };
    const [held, enough] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = database().transact(realm, async (tx) => {
      await hold(tx);
      held.resolve();
      await enough.promise;
    });
    await held.promise;
    await assert.rejects(database().transact(realm, hold), { code: '55P03' }).finally(enough.resolve);
    await first;
  });

  test('several reads come in one round trip, each with its own rows', async () => {
    const { db, together } = database().reader(realm);
    const [companies, keys] = await together(
      db.selectFrom('companies').select('company_id'),
      db.selectFrom('api_keys').select('name'),
    );
    assert.deepEqual([companies.length, keys.length], [1, 1]);
    const bad = db.selectFrom('companies').select(sql<number>`1 / ${0}::int`.as('x'));
    await assert.rejects(together(db.selectFrom('companies').select('company_id'), bad), { code: '22012' });
  });
});
