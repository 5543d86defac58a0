// A transaction that is held to a borrower writes rows of theirs, and of loans that others share with them, whatever the
// command has forgotten to check.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Compilable } from 'kysely';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { anAccount } from '../../../tests/support/instruments.ts';
import { loanBody } from '../../../tests/support/world.ts';
import type { Builder } from './builder.ts';
import { preparedInsert, preparedInserts } from './prepared.ts';
import type { OfBorrower } from './reach.ts';
import { type Tx, wholeCompany } from './realm-database.ts';
import { ScopeViolation } from './scope-violation.ts';

describe('a transaction that is held to a borrower', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let own: string;
  let main: string;
  let shared: string;
  let alone: string;
  let borrower: OfBorrower;
  before(async () => {
    api = (await aCompany()).test;
    const aBorrower = async (accountNumber: string): Promise<string> => {
      const { id } = await api.made('/people', aPerson());
      await api.made(`/people/${id}/payment-instruments`, anAccount({ accountNumber }));
      return id;
    };
    own = await aBorrower('900000000101');
    main = await aBorrower('900000000102');
    const additionalPeople = [{ personId: own, loanRelationType: 'coBorrower' }];
    shared = (await api.made(`/people/${main}/loans`, { ...loanBody, additionalPeople })).id;
    alone = (await api.made(`/people/${main}/loans`, loanBody)).id;
    borrower = {
      personId: own,
      sharedLoans: [{ personId: main, loanId: shared }],
      tables: [],
      writes: ['payment_instruments', 'loans', 'transactions', 'stopped_accounts', 'contacts', 'documents'],
    };
  });

  /** Everything is rolled back. */
  const held = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const { database } = house().service;
    return database.transact(api.realm, (tx) => work(database.heldTo(tx, borrower)), { dryRun: true });
  };
  const refused = (build: (db: Builder) => Compilable<unknown>) =>
    held(async (tx) => assert.throws(() => tx.write(build(tx.db)), ScopeViolation));
  const account = { account_hash: Buffer.from('1'), failures: 1, updated_at: '2026-01-01T00:00:00Z' as never };
  const money = (row: { person_id: string; loan_id: string }) => ({ id: 'TX-AAAA-AAAA', ...row }) as never;

  test('changes and deletes what is theirs alone', async () => {
    await held(async (tx) => {
      const verified = { verified: true };
      assert.equal(await tx.affected(tx.db.updateTable('payment_instruments').set(verified)), 1);
      const ofMain = tx.db.updateTable('payment_instruments').set(verified).where('person_id', '=', main);
      assert.equal(await tx.affected(ofMain), 0);
      assert.equal(await tx.affected(tx.db.deleteFrom('payment_instruments')), 1);
      const left = await wholeCompany(tx).rows(
        wholeCompany(tx).db.selectFrom('payment_instruments').select('person_id'),
      );
      assert.deepEqual(left, [{ person_id: main }]);
    });
  });

  test('changes a loan that is shared, and no other of the same owner', async () => {
    await held(async (tx) => {
      const touched = tx.db.updateTable('loans').set({ nickname: 'ours' } as never);
      assert.equal(await tx.affected(touched), 1);
      const whole = wholeCompany(tx);
      const rows = await whole.rows(whole.db.selectFrom('loans').select('id').where('person_id', '=', main));
      assert.deepEqual(rows.map(({ id }) => id).sort(), [shared, alone].sort());
      assert.deepEqual(await tx.rows(tx.db.selectFrom('loans').select('id')), [{ id: shared }]);
    });
  });

  test('adds rows of theirs, by values, by a prepared statement, and many at once', async () => {
    const one = preparedInsert('stopped_accounts', ['person_id', 'account_hash', 'failures', 'updated_at']);
    const many = preparedInserts('stopped_accounts', ['person_id', 'account_hash', 'failures', 'updated_at']);
    await held(async (tx) => {
      tx.write(tx.db.insertInto('stopped_accounts').values({ person_id: own, ...account }));
      tx.write(one(tx.db, { person_id: own, ...account, account_hash: Buffer.from('2') } as never));
      for (const insert of many(tx.db, [{ person_id: own, ...account, account_hash: Buffer.from('3') }] as never)) {
        tx.write(insert);
      }
      assert.equal((await tx.rows(tx.db.selectFrom('stopped_accounts').select('failures'))).length, 3);
    });
    await refused((db) => db.insertInto('stopped_accounts').values({ person_id: main, ...account }));
    await refused((db) => one(db, { person_id: main, ...account } as never));
    const both = [own, main].map((person_id) => ({ person_id, ...account }));
    await refused((db) => many(db, both as never)[0] as Compilable<unknown>);
    await refused((db) => db.insertInto('stopped_accounts').values(both));
    await refused((db) => db.insertInto('stopped_accounts').values(account as never));
  });

  test('adds rows to a loan that is shared, and to no other', async () => {
    await refused((db) => db.insertInto('transactions').values(money({ person_id: main, loan_id: alone })));
    // The wall lets it through; the database asks for its other columns.
    const insert = held(async (tx) => {
      tx.write(tx.db.insertInto('transactions').values(money({ person_id: main, loan_id: shared })));
    });
    await assert.rejects(insert, { code: '23502' });
  });

  test('adds and changes rows of the kinds that they see', async () => {
    // The wall lets it through; the database asks for its other columns.
    const insert = held(async (tx) => {
      tx.write(tx.db.insertInto('documents').values({ person_id: own, type: 'other' } as never));
    });
    await assert.rejects(insert, { code: '23502' });
    await held(async (tx) => tx.write(tx.db.updateTable('documents').set({ archived: true })));
  });

  const violations: Record<string, (db: Builder) => Compilable<unknown>> = {
    'a table that the endpoint does not name': (db) => db.updateTable('identities').set({ valid: false }),
    'a table that lies with no person': (db) => db.deleteFrom('outbox'),
    'rows of a table of which they see some kinds are deleted': (db) => db.deleteFrom('contacts'),
    'a row that leaves the kinds that they see': (db) => db.updateTable('documents').set({ type: 'evidence' }),
    'a row of a kind that they do not see': (db) =>
      db.insertInto('documents').values({ person_id: own, type: 'evidence' } as never),
    'a row that does not say its kind': (db) => db.insertInto('documents').values({ person_id: own } as never),
    'a row that is given to another': (db) => db.updateTable('payment_instruments').set({ person_id: main }),
    'a row that goes to another loan': (db) => db.updateTable('transactions').set({ loan_id: alone }),
    'an upsert that gives a row away': (db) =>
      db
        .insertInto('stopped_accounts')
        .values({ person_id: own, ...account })
        .onConflict((conflict) => conflict.columns(['person_id', 'account_hash']).doUpdateSet({ person_id: main })),
    'rows that are added within a query': (db) =>
      db
        .with('made', (inner) =>
          inner
            .insertInto('stopped_accounts')
            .values({ person_id: main, ...account })
            .returning('failures'),
        )
        .selectFrom('made')
        .selectAll(),
    'a change by rows of another table': (db) =>
      db.updateTable('payment_instruments').from('loans').set({ verified: true }),
  };
  for (const [what, build] of Object.entries(violations)) {
    test(`refuses ${what}`, () => refused((db) => ({ compile: () => build(db).compile() })));
  }
});
