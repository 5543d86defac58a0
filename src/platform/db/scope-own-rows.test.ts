// A handle of company A stays with its own rows in every form of query, and changes none of company B.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { type Build, useTwoCompanies } from '../../../tests/support/two-companies.ts';

describe('a handle of company A', () => {
  const companies = useTwoCompanies();

  /** The external ids of two people, and of the three loan types that every company has. */
  const externalIdsOfA = 5;

  /** Queries that stay within the company, and the number of rows of A that they return. */
  const confined: Record<string, [rows: number, build: Build]> = {
    'a select': [2, (db) => db.selectFrom('people').selectAll()],
    'a select under an alias': [2, (db) => db.selectFrom('people as p').selectAll('p')],
    'a select under the name of another table': [2, (db) => db.selectFrom('contacts as people').selectAll('people')],
    'an alias made dynamically': [2, (db) => db.selectFrom(db.dynamic.table('people').as('p') as never).selectAll()],
    'two tables': [4, (db) => db.selectFrom(['people as p', 'contacts as c']).select(['p.person_id', 'c.id'])],
    'an "or" that is always true': [
      2,
      (db) =>
        db
          .selectFrom('people')
          .selectAll()
          .where((eb) => eb.or([eb('status', '=', 'inactive'), sql<boolean>`true`])),
    ],
    'raw SQL with an "or"': [2, (db) => db.selectFrom('people').selectAll().where(sql<boolean>`false or true`)],
    'a where that names the other company': [
      0,
      (db) => db.selectFrom('people').selectAll().where('company_id', '=', companies.other),
    ],
    'a where that is taken away': [
      2,
      (db) => db.selectFrom('people').selectAll().where('status', '=', 'inactive').clearWhere(),
    ],
    'an inner join': [
      2,
      (db) => db.selectFrom('people as p').innerJoin('contacts as c', 'c.person_id', 'p.person_id').selectAll('c'),
    ],
    'an inner join on anything': [
      4,
      (db) =>
        db
          .selectFrom('people as p')
          .innerJoin('contacts as c', (join) => join.onTrue())
          .selectAll('c'),
    ],
    'a join with an "or"': [
      4,
      (db) =>
        db
          .selectFrom('people as p')
          .innerJoin('contacts as c', (join) => join.on((eb) => eb.or([eb.lit(false), eb.lit(true)])))
          .selectAll('c'),
    ],
    'a left join': [
      2,
      (db) => db.selectFrom('people as p').leftJoin('contacts as c', 'c.person_id', 'p.person_id').select('c.id'),
    ],
    'a left join onto a subquery': [
      1,
      (db) =>
        db
          .selectFrom(db.selectNoFrom(sql<string>`'none'`.as('id')).as('one'))
          .leftJoin('contacts as c', (join) => join.onRef('c.id', '=', 'one.id'))
          .select('c.id'),
    ],
    'a lateral join': [
      2,
      (db) =>
        db
          .selectFrom('people as p')
          .innerJoinLateral(
            (eb) => eb.selectFrom('contacts').selectAll().whereRef('contacts.person_id', '=', 'p.person_id').as('c'),
            (join) => join.onTrue(),
          )
          .select('c.id'),
    ],
    'a cross join of a subquery': [
      4,
      (_, whole) =>
        whole.selectFrom('people as p').crossJoin(whole.selectFrom('contacts').select('id').as('c')).select('c.id'),
    ],
    'a subquery in from': [2, (db) => db.selectFrom(db.selectFrom('people').selectAll().as('x')).selectAll()],
    'a subquery in where': [
      2,
      (db) =>
        db
          .selectFrom('people')
          .selectAll()
          .where('person_id', 'in', (eb) => eb.selectFrom('contacts').select('person_id')),
    ],
    'a subquery in select': [
      2,
      (db) =>
        db.selectFrom('people as p').select((eb) => [
          'p.person_id',
          eb
            .selectFrom('contacts as c')
            .select((c) => c.fn.countAll().as('n'))
            .as('n'),
        ]),
    ],
    'a subquery in order by': [
      2,
      (db) =>
        db
          .selectFrom('people')
          .selectAll()
          .orderBy((eb) => eb.selectFrom('contacts').select((c) => c.fn.countAll().as('n'))),
    ],
    'a subquery in group by and having': [
      1,
      (db) =>
        db
          .selectFrom('people')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .groupBy('status')
          .having(({ eb, fn }) =>
            eb(
              fn.countAll(),
              '=',
              eb.selectFrom('people').select((c) => c.fn.countAll<number>().as('n')),
            ),
          ),
    ],
    'a union': [
      4,
      (db) => db.selectFrom('people').select('person_id as id').union(db.selectFrom('contacts').select('id')),
    ],
    'an except': [
      0,
      (db) =>
        db.selectFrom('people').select('person_id as id').except(db.selectFrom('people').select('person_id as id')),
    ],
    'a "with" query': [
      2,
      (db) =>
        db
          .with('mine', (w) => w.selectFrom('people').selectAll())
          .selectFrom('mine')
          .selectAll(),
    ],
    'a "with" query joined': [
      4,
      (db) =>
        db
          .with('mine', (w) => w.selectFrom('people').selectAll())
          .selectFrom('mine')
          .innerJoin('contacts as c', (join) => join.onTrue())
          .select('c.id'),
    ],
    'a recursive "with" query': [
      2,
      (_, whole) =>
        whole
          .withRecursive('walk', (w) =>
            w
              .selectFrom('people')
              .select('person_id')
              .union(
                w
                  .selectFrom('walk')
                  .innerJoin('people as p', (join) => join.onTrue())
                  .select('p.person_id'),
              ),
          )
          .selectFrom('walk')
          .selectAll(),
    ],
    'a "with" query that deletes': [
      2,
      (db) =>
        db
          .with('gone', (w) => w.deleteFrom('contacts').returning('id'))
          .selectFrom('gone')
          .selectAll(),
    ],
    'a "with" query that updates': [
      2,
      (db) =>
        db
          .with('done', (w) => w.updateTable('people').set({ status: 'inactive' }).returning('person_id'))
          .selectFrom('done')
          .selectAll(),
    ],
    'a "with" query that inserts': [
      1,
      (db) =>
        db
          .with('done', (w) =>
            w
              .insertInto('external_ids')
              .values({ external_id: 'new', kind: 'k', subject_id: 's', object_id: 'o' })
              .returning('external_id'),
          )
          .selectFrom('done')
          .selectAll(),
    ],
    'an aggregate of rows': [1, (db) => db.selectFrom('people').select((eb) => eb.fn.jsonAgg('people').as('all'))],
    jsonArrayFrom: [
      2,
      (db) =>
        db
          .selectFrom('people as p')
          .select((eb) => ['p.person_id', jsonArrayFrom(eb.selectFrom('contacts as c').select('c.id')).as('contacts')]),
    ],
    'queries inside raw SQL': [
      2,
      (db) => {
        const both = [db.selectFrom('people').select('person_id'), db.selectFrom('contacts').select('person_id')];
        return db
          .selectFrom('people')
          .selectAll()
          .where(sql<boolean>`${sql.ref('people.person_id')} in (${sql.join(both, sql` union all `)})`);
      },
    ],
    'a lock of an alias': [2, (db) => db.selectFrom('people as p').selectAll('p').forUpdate('p')],
    'an update': [2, (db) => db.updateTable('people').set({ status: 'inactive' }).returningAll()],
    'an update under an alias': [
      2,
      (db) => db.updateTable('people as p').set({ status: 'inactive' }).returning('p.person_id'),
    ],
    'an update with an "or"': [
      2,
      (db) =>
        db
          .updateTable('people')
          .set({ status: 'inactive' })
          .where((eb) => eb.or([eb.lit(true), eb.lit(false)]))
          .returningAll(),
    ],
    'an update from another table': [
      2,
      (db) =>
        db
          .updateTable('people as p')
          .from('contacts as c')
          .set((eb) => ({ status: 'inactive', external_id: eb.ref('c.id') }))
          .returning(['p.person_id', 'c.id', 'p.external_id']),
    ],
    'an update from a joined table': [
      externalIdsOfA,
      (db) =>
        db
          .updateTable('external_ids as e')
          .from('people as p')
          .innerJoin('contacts as c', (join) => join.onTrue())
          .set((eb) => ({ subject_id: eb.ref('c.id') }))
          .returning(['e.external_id', 'e.subject_id']),
    ],
    'an update with a value of another table': [
      2,
      (db) =>
        db
          .updateTable('people')
          .set({ external_id: (eb) => eb.selectFrom('contacts').select((c) => c.fn.max('id').as('id')) })
          .returningAll(),
    ],
    'a delete': [2, (db) => db.deleteFrom('contacts').returningAll()],
    'a delete using another table': [
      2,
      (db) => db.deleteFrom('contacts as c').using('people as p').returning(['c.id', 'p.person_id']),
    ],
    'a delete using a joined table': [
      externalIdsOfA,
      (db) =>
        db
          .deleteFrom('external_ids as e')
          .using('people as p')
          .innerJoin('contacts as c', (join) => join.onTrue())
          .returning(['e.external_id', 'c.id']),
    ],
    'an insert of several rows': [
      2,
      (db) =>
        db
          .insertInto('external_ids')
          .values(['x', 'y'].map((id) => ({ external_id: id, kind: 'k', subject_id: 's', object_id: 'o' })))
          .returningAll(),
    ],
    'an insert with a value of another table': [
      1,
      (db) =>
        db
          .insertInto('external_ids')
          .values((eb) => ({
            external_id: 'x',
            kind: 'k',
            subject_id: eb.selectFrom('contacts').select((c) => c.fn.max('id').as('id')),
            object_id: 'o',
          }))
          .returningAll(),
    ],
    'an upsert onto the key of the other company': [
      0,
      (db) =>
        db
          .insertInto('api_key_uses')
          .values({ key_id: keyOfB, last_used_at: '2020-01-01T00:00:00Z' as never })
          .onConflict((conflict) =>
            conflict.column('key_id').doUpdateSet({ last_used_at: '2020-01-01T00:00:00Z' as never }),
          )
          .returningAll(),
    ],
  };
  const keyOfB = 'AK-THEI-RSSS';

  before(() =>
    companies.raw((client) =>
      client.query('insert into api_key_uses (key_id, company_id, last_used_at) values ($1, $2, now())', [
        keyOfB,
        companies.other,
      ]),
    ),
  );

  for (const [what, [count, build]] of Object.entries(confined)) {
    test(`stays with its companies.own rows in ${what}`, async () => {
      assert.equal((await companies.answered(build)).length, count);
    });
  }

  test('gives the company to what it inserts', async () => {
    const rows = await companies.answered(confined['an insert of several rows']?.[1] as Build);
    assert.deepEqual(
      rows.map((row) => row.company_id),
      [companies.realm.companyId, companies.realm.companyId],
    );
  });

  test('leaves the row of another company as it was when an upsert meets it', async () => {
    const { db } = companies.reader();
    const upsert = db
      .insertInto('api_key_uses')
      .values({ key_id: keyOfB, last_used_at: '2020-01-01T00:00:00Z' as never })
      .onConflict((conflict) =>
        conflict.column('key_id').doUpdateSet({ last_used_at: '2020-01-01T00:00:00Z' as never }),
      );
    await companies
      .house()
      .service.database.transact(companies.realm, async (tx) => assert.equal(await tx.affected(upsert), 0));
    const { rows } = await companies.raw((client) =>
      client.query(
        'select company_id, last_used_at > now() - interval $$1 hour$$ as stayed from api_key_uses where key_id = $1',
        [keyOfB],
      ),
    );
    assert.deepEqual(rows, [{ company_id: companies.other, stayed: true }]);
  });
});
