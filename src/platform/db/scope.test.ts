// Tries to break the wall between companies with every form of query. Company A asks, and may only get and change its
// own rows. modes.test.ts tries the wall between the modes.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Compilable, type Kysely, type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { CustomTypesConfig, PoolClient } from 'pg';
import { anEmail, aPerson, useHouse } from '../../../tests/support/house.ts';
import type { Builder } from './builder.ts';
import { prepared } from './prepared.ts';
import type { Realm } from './realm.ts';
import type { Reader } from './realm-database.ts';
import { ScopeViolation } from './scope.ts';
import type { Tables } from './tables.ts';

/** All of Kysely, to try what the type of the handle does not offer; at run time both are the same object. */
type Whole = Kysely<Tables>;
type Build = (db: Builder, whole: Whole) => Compilable<unknown>;

/** As text, because search tokens are larger than the integers that we read. */
const asText: CustomTypesConfig = { getTypeParser: () => (text: string) => text };

const person = (fields: Record<string, unknown>) => fields as never;

describe('a handle of company A', () => {
  const { house, aCompany } = useHouse({ works: false });
  let realm: Realm;
  let other: string;
  let own: { people: string[]; contacts: string[] };
  let theirs: { people: string[]; contacts: string[] };

  before(async () => {
    const [a, b] = [await aCompany(), await aCompany()];
    realm = a.live.realm;
    other = b.id;
    const made = async (company: typeof a, count: number) => {
      const people: string[] = [];
      const contacts: string[] = [];
      for (let i = 0; i < count; i++) {
        const { id } = await company.live.made('/people', aPerson({ externalId: `same-${i}` }));
        people.push(id);
        contacts.push((await company.live.made(`/people/${id}/contacts`, anEmail())).id);
      }
      return { people, contacts };
    };
    own = await made(a, 2);
    theirs = await made(b, 3);
    // A row of B that names a person of A: a join by the person alone would find it.
    const stray = (await a.live.made(`/people/${own.people[0]}/contacts`, anEmail({ value: 'stray@example.com' }))).id;
    await raw((client) => client.query('update contacts set company_id = $1 where id = $2', [other, stray]));
    theirs.contacts.push(stray);
  });

  const reader = (): Reader => house().service.database.reader(realm);

  async function raw<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await house().service.database.pools.live.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  }

  /** Everything that company B has. */
  async function rowsOfB(client: PoolClient): Promise<string> {
    const tables = ['people', 'contacts', 'external_ids', 'outbox'];
    const found = await Promise.all(
      tables.map((table) =>
        client.query({
          text: `select * from ${table} where company_id = $1 order by 1, 2`,
          values: [other],
          types: asText,
        }),
      ),
    );
    return JSON.stringify(found.map(({ rows }) => rows));
  }

  /** Runs the query and rolls it back. Returns its rows; fails when it changed or returned a row of B. */
  async function answered(build: Build): Promise<Record<string, unknown>[]> {
    const query = build(reader().db, reader().db as unknown as Whole).compile();
    const [rows, before, after] = await raw(async (client) => {
      await client.query('begin');
      try {
        const earlier = await rowsOfB(client);
        const result = await client.query({ text: query.sql, values: query.parameters as unknown[], types: asText });
        return [result.rows, earlier, await rowsOfB(client)] as const;
      } finally {
        await client.query('rollback');
      }
    });
    assert.equal(after, before, 'rows of the other company were changed');
    const shown = JSON.stringify(rows);
    for (const id of [other, ...theirs.people, ...theirs.contacts]) assert.ok(!shown.includes(id), `${id} was shown`);
    return rows;
  }

  const refused = (build: Build) =>
    assert.throws(() => build(reader().db, reader().db as unknown as Whole).compile(), ScopeViolation);

  const ids = (rows: Record<string, unknown>[]) => rows.map((row) => row.id ?? row.person_id).sort();

  /** The external ids of two people, and of the loan type that every company has. */
  const externalIdsOfA = 3;

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
      (db) => db.selectFrom('people').selectAll().where('company_id', '=', other),
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
    raw((client) =>
      client.query('insert into api_key_uses (key_id, company_id, last_used_at) values ($1, $2, now())', [
        keyOfB,
        other,
      ]),
    ),
  );

  for (const [what, [count, build]] of Object.entries(confined)) {
    test(`stays with its own rows in ${what}`, async () => {
      assert.equal((await answered(build)).length, count);
    });
  }

  test('gives the company to what it inserts', async () => {
    const rows = await answered(confined['an insert of several rows']?.[1] as Build);
    assert.deepEqual(
      rows.map((row) => row.company_id),
      [realm.companyId, realm.companyId],
    );
  });

  test('leaves the row of another company as it was when an upsert meets it', async () => {
    const { db } = reader();
    const upsert = db
      .insertInto('api_key_uses')
      .values({ key_id: keyOfB, last_used_at: '2020-01-01T00:00:00Z' as never })
      .onConflict((conflict) =>
        conflict.column('key_id').doUpdateSet({ last_used_at: '2020-01-01T00:00:00Z' as never }),
      );
    await house().service.database.transact(realm, async (tx) => assert.equal(await tx.affected(upsert), 0));
    const { rows } = await raw((client) =>
      client.query(
        'select company_id, last_used_at > now() - interval $$1 hour$$ as stayed from api_key_uses where key_id = $1',
        [keyOfB],
      ),
    );
    assert.deepEqual(rows, [{ company_id: other, stayed: true }]);
  });

  const where =
    (condition: RawBuilder<unknown>): Build =>
    (db) =>
      db
        .selectFrom('people')
        .selectAll()
        .where(condition as RawBuilder<boolean>);
  const from =
    (source: RawBuilder<unknown>): Build =>
    (db) =>
      db.selectFrom(source.as('x') as never).selectAll();
  const value =
    (expression: RawBuilder<unknown>): Build =>
    (db) =>
      db.selectNoFrom(expression.as('x'));

  const refusals: Record<string, Build> = {
    'a table nobody knows': (_, whole) => whole.selectFrom('pg_stats' as never).selectAll(),
    'a table of another schema': (_, whole) => whole.selectFrom('test.people' as never).selectAll(),
    'a column of another schema': (db) => db.selectFrom('people').select('live.people.person_id' as never),
    'a cross join': (_, whole) => whole.selectFrom('people as p').crossJoin('contacts as c').selectAll('c'),
    'a right join': (_, whole) =>
      whole
        .selectFrom(whole.selectFrom('people').selectAll().as('p'))
        .rightJoin('contacts as c', 'c.person_id', 'p.person_id')
        .selectAll('c'),
    'a full join': (_, whole) =>
      whole
        .selectFrom(whole.selectFrom('people').selectAll().as('p'))
        .fullJoin('contacts as c', 'c.person_id', 'p.person_id')
        .selectAll('c'),
    'an update of the company': (db) => db.updateTable('people').set(person({ company_id: other })),
    'an update of a raw column': (_, whole) =>
      whole.updateTable('people').set(sql`company_id` as never, other as never),
    'an update of a column by reference': (_, whole) =>
      whole.updateTable('people').set(sql.ref('company_id') as never, other as never),
    'an insert that names the company': (db) => db.insertInto('external_ids').values(person({ company_id: other })),
    'an insert of a select': (db) => db.insertInto('outbox').expression((eb) => eb.selectFrom('outbox').selectAll()),
    'an insert of defaults': (db) => db.insertInto('outbox').defaultValues(),
    'an insert into a table nobody knows': (_, whole) =>
      whole.insertInto('pg_class' as never).values({ a: 1 } as never),
    'an insert into another schema': (_, whole) => whole.insertInto('test.people' as never).values({ a: 1 } as never),
    'an upsert that sets the company': (db) =>
      db
        .insertInto('external_ids')
        .values(person({ external_id: 'same-0', kind: 'k', subject_id: 's', object_id: 'o' }))
        .onConflict((conflict) => conflict.constraint('external_ids_pkey').doUpdateSet(person({ company_id: other }))),
    merge: (_, whole) =>
      whole.mergeInto('people as p').using('contacts as c', 'c.person_id', 'p.person_id').whenMatched().thenDelete(),
    'merge in a "with" query': (_, whole) =>
      whole
        .with(
          'm',
          (w) =>
            w
              .mergeInto('people')
              .using('contacts', 'contacts.person_id', 'people.person_id')
              .whenMatched()
              .thenDelete() as never,
        )
        .selectFrom('people')
        .selectAll(),
    'a "with" query named like a table': (_, whole) =>
      whole
        .with('people', (w) => w.selectNoFrom(sql`1`.as('one')))
        .selectFrom('people')
        .selectAll(),
    'a "with" query in raw SQL': (_, whole) =>
      whole
        .with('x', () => sql<{ id: string }>`select id from contacts`)
        .selectFrom('x')
        .selectAll(),
    'a statement in raw SQL': (_, whole) => ({ compile: () => sql`select 1`.compile(whole) }) as Compilable<unknown>,
    'a statement about tables': (_, whole) => whole.schema.dropTable('people'),
    'a table in raw SQL': from(sql`(select * from people)`),
    'a table in raw SQL, in capitals': from(sql`(select * from PEOPLE)`),
    'a table in raw SQL, quoted': from(sql`(select * from "people")`),
    'a table in raw SQL, with its schema': from(sql`(select * from live.people)`),
    'a table of the jobs': from(sql`(select * from jobs.job)`),
    'a table of the jobs, by its names': from(sql`(select * from ${sql.id('jobs', 'job')})`),
    'a setting': from(sql`(select * from "tenor" . settings)`),
    'a table split over fragments': from(sql`(select * from ${sql.raw('peo')}${sql.raw('ple')})`),
    'a table split between text and fragment': from(sql`(select * from peo${sql.raw('ple')})`),
    'a table split by join': from(sql`(select * from ${sql.join([sql.raw('pe'), sql.raw('ople')], sql.raw(''))})`),
    'a table split and nested': from(sql`(select * from ${sql`peo${sql.raw('p')}`}le)`),
    'a table written as code points': from(sql`(select * from U&"\\0070eople")`),
    'a table by sql.table': from(sql.table('people')),
    'a table by sql.table inside raw SQL': from(sql`(select * from ${sql.table('people')})`),
    'a table by sql.id': from(sql`(select * from ${sql.id('people')})`),
    'a table by sql.id, with its schema': from(sql`(select * from ${sql.id('live', 'people')})`),
    'a table by sql.ref': from(sql`(select * from ${sql.ref('people')})`),
    'a table by sql.ref, with its schema': from(sql`(select * from ${sql.ref('live.people')})`),
    'a table by sql.raw': from(sql.raw('(select * from people)')),
    'the command "table"': from(sql`(table people)`),
    'raw SQL in where': where(sql`exists (select 1 from contacts)`),
    'raw SQL in a join': (db) =>
      db
        .selectFrom('people as p')
        .innerJoin(sql<{ id: string }>`contacts`.as('c'), (join) => join.onTrue())
        .selectAll(),
    'raw SQL in order by': (db) => db.selectFrom('people').selectAll().orderBy(sql`(select count(*) from contacts)`),
    'raw SQL in group by': (db) =>
      db.selectFrom('people').select(sql`1`.as('one')).groupBy(sql`(select max(id) from contacts)`),
    'raw SQL in limit': (db) => db.selectFrom('people').selectAll().limit(sql<number>`(select count(*) from contacts)`),
    'raw SQL at the end': (db) =>
      db.selectFrom('people').select('person_id').modifyEnd(sql`union select id from contacts`),
    'raw SQL in returning': (db) =>
      db.updateTable('people').set({ status: 'active' }).returning(sql`(select max(id) from contacts)`.as('x')),
    'raw SQL in an inserted value': (db) =>
      db.insertInto('external_ids').values(person({ external_id: sql`(select max(id) from contacts)`, kind: 'k' })),
    'raw SQL in an alias': (db) => db.selectFrom('people').select(sql`1`.as(sql`x from contacts`)),
    'a function that runs a text': value(sql`query_to_xml(${'select * from people'}, true, true, '')`),
    'a function that runs a text, quoted': value(sql`"query_to_xml"(${'select * from people'}, true, true, '')`),
    'a function that reads a table by its name': value(sql`table_to_xml(${'people'}::regclass, true, true, '')`),
    'a function that counts the words of a query': from(sql`(select * from ts_stat(${'select * from people'}))`),
    'a function by eb.fn': (db) =>
      db.selectNoFrom((eb) => eb.fn('query_to_xml', [eb.val('select * from people'), eb.lit(true)]).as('x')),
    'SQL as the name of a function': (db) =>
      db.selectNoFrom((eb) => eb.fn('(select max(id) from contacts) || concat', []).as('x')),
    'SQL as the name of an aggregate': (db) =>
      db.selectFrom('people').select((eb) => eb.fn.agg('(select max(id) from contacts) || max', ['person_id']).as('x')),
    'the statistics of the server': from(sql`(select most_common_vals from pg_stats)`),
    'a change of the search path': value(sql`set_config('search_path', 'test', false)`),
  };

  for (const [what, build] of Object.entries(refusals)) {
    test(`refuses ${what}`, () => refused(build));
  }

  const unfit: Record<string, (whole: Whole) => Compilable<unknown>> = {
    'taken its plugins off': (whole) => whole.withoutPlugins().selectFrom('people').selectAll(),
    'gone to another schema': (whole) => whole.withSchema('test').selectFrom('people').selectAll(),
    'been changed by a further plugin': (whole) =>
      whole
        .selectFrom('people')
        .selectAll()
        .withPlugin({
          transformQuery: ({ node }) => ({ ...node, where: undefined }) as never,
          transformResult: async ({ result }) => result,
        }),
    'been built with the handle of another company': () =>
      house()
        .service.database.reader({ ...realm, companyId: other })
        .db.selectFrom('people')
        .selectAll(),
    'been built with no handle': () => house().service.database.unscoped('live').db.selectFrom('people').selectAll(),
  };

  for (const [what, build] of Object.entries(unfit)) {
    test(`does not run a query that has ${what}`, async () => {
      const query = build(reader().db as unknown as Whole);
      await assert.rejects(reader().rows(query), ScopeViolation);
      await assert.rejects(reader().together(query), ScopeViolation);
      await assert.rejects(
        house().service.database.transact(realm, (tx) => tx.rows(query)),
        ScopeViolation,
      );
      await assert.rejects(
        house().service.database.transact(realm, async (tx) => tx.write(query)),
        ScopeViolation,
      );
    });
  }

  test('only builds: Kysely itself runs nothing', async () => {
    const query = reader().db.selectFrom('people').selectAll();
    await assert.rejects(query.execute(), /only builds/);
    await assert.rejects(query.executeTakeFirst(), /only builds/);
    await assert.rejects(query.stream().next(), /only builds/);
    await assert.rejects(query.explain(), /only builds/);
    await assert.rejects(reader().db.deleteFrom('people').execute(), /only builds/);
  });

  test('gives each company its own rows, by the same query', async () => {
    const of = (companyId: string) => {
      const { db, rows } = house().service.database.reader({ ...realm, companyId });
      return rows(db.selectFrom('people').select('person_id'));
    };
    assert.deepEqual(ids(await of(realm.companyId)), own.people.toSorted());
    assert.deepEqual(ids(await of(other)), theirs.people.toSorted());
  });

  test('keeps a query that was compiled once to the company of each handle', async () => {
    const one = prepared<{ id: string }, { person_id: string }>((db, placeholder) =>
      db.selectFrom('people').select('person_id').where('person_id', '=', placeholder('id')),
    );
    const of = (companyId: string) => house().service.database.reader({ ...realm, companyId });
    const [a, b, id] = [of(realm.companyId), of(other), theirs.people[0] as string];
    for (let i = 0; i < 2; i++) {
      assert.deepEqual(await a.rows(one(a.db, { id })), []);
      assert.deepEqual(await b.rows(one(b.db, { id })), [{ person_id: id }]);
    }
    await assert.rejects(a.rows(one(b.db, { id })), ScopeViolation);
  });

  describe('in SQL', () => {
    const text = (build: Build) => build(reader().db, reader().db as unknown as Whole).compile();

    test('holds both sides of a left join, each where it must be', () => {
      const { sql: said, parameters } = text((db) =>
        db
          .selectFrom('people as p')
          .leftJoin('contacts as c', 'c.person_id', 'p.person_id')
          .select('p.person_id')
          .where('p.status', '=', 'active'),
      );
      assert.equal(
        said,
        'select "p"."person_id" from "people" as "p" left join "contacts" as "c" on "c"."company_id" = $1 and ' +
          '("c"."person_id" = "p"."person_id") where "p"."company_id" = $2 and ("p"."status" = $3)',
      );
      assert.deepEqual(parameters, [realm.companyId, realm.companyId, 'active']);
    });

    test('adds the company to a row and keeps an upsert to it', () => {
      const { sql: said } = text((db) =>
        db
          .insertInto('external_ids')
          .values({ external_id: 'x', kind: 'k', subject_id: 's', object_id: 'o' })
          .onConflict((conflict) => conflict.constraint('external_ids_pkey').doUpdateSet({ object_id: 'p' })),
      );
      assert.equal(
        said,
        'insert into "external_ids" ("external_id", "kind", "subject_id", "object_id", "company_id") values ($1, $2, $3, $4, $5) ' +
          'on conflict on constraint "external_ids_pkey" do update set "object_id" = $6 ' +
          'where "external_ids"."company_id" = "excluded"."company_id"',
      );
    });

    test('puts the condition of the caller in parentheses', () => {
      const { sql: said } = text((db) => db.deleteFrom('people').where((eb) => eb.or([eb.lit(true), eb.lit(false)])));
      assert.equal(said, 'delete from "people" where "people"."company_id" = $1 and ((true or false))');
    });
  });
});
