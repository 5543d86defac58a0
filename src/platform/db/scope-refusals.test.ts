// A handle of company A refuses what could leave the company: tables in raw SQL, other schemas, joins without a condition.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Compilable, type RawBuilder, sql } from 'kysely';
import { type Build, useTwoCompanies } from '../../../tests/support/two-companies.ts';
import { ScopeViolation } from './scope-violation.ts';

const person = (fields: Record<string, unknown>) => fields as never;

describe('a handle of company A', () => {
  const companies = useTwoCompanies();

  const refused = (build: Build) =>
    assert.throws(() => build(companies.reader().db, companies.whole()).compile(), ScopeViolation);

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
    'an update of the company': (db) => db.updateTable('people').set(person({ company_id: companies.other })),
    'an update of a raw column': (_, whole) =>
      whole.updateTable('people').set(sql`company_id` as never, companies.other as never),
    'an update of a column by reference': (_, whole) =>
      whole.updateTable('people').set(sql.ref('company_id') as never, companies.other as never),
    'an insert that names the company': (db) =>
      db.insertInto('external_ids').values(person({ company_id: companies.other })),
    'an insert of a select': (db) => db.insertInto('outbox').expression((eb) => eb.selectFrom('outbox').selectAll()),
    'an insert of defaults': (db) => db.insertInto('outbox').defaultValues(),
    'an insert into a table nobody knows': (_, whole) =>
      whole.insertInto('pg_class' as never).values({ a: 1 } as never),
    'an insert into another schema': (_, whole) => whole.insertInto('test.people' as never).values({ a: 1 } as never),
    'an upsert that sets the company': (db) =>
      db
        .insertInto('external_ids')
        .values(person({ external_id: 'same-0', kind: 'k', subject_id: 's', object_id: 'o' }))
        .onConflict((conflict) =>
          conflict.constraint('external_ids_pkey').doUpdateSet(person({ company_id: companies.other })),
        ),
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
});
