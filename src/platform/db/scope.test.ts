// A handle is of one company, also where a query was compiled before, and runs no query of another handle. How it keeps
// to the rows of its company: scope-own-rows.test.ts and scope-refusals.test.ts. The wall between modes: modes.test.ts.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Compilable } from 'kysely';
import { type Build, useTwoCompanies, type Whole } from '../../../tests/support/two-companies.ts';
import { prepared } from './prepared.ts';
import { ScopeViolation } from './scope-violation.ts';

describe('a handle of company A', () => {
  const companies = useTwoCompanies();

  const ids = (rows: Record<string, unknown>[]) => rows.map((row) => row.id ?? row.person_id).sort();

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
      companies
        .house()
        .service.database.reader({ ...companies.realm, companyId: companies.other })
        .db.selectFrom('people')
        .selectAll(),
    'been built with no handle': () =>
      companies.house().service.database.unscoped('live').db.selectFrom('people').selectAll(),
  };

  for (const [what, build] of Object.entries(unfit)) {
    test(`does not run a query that has ${what}`, async () => {
      const query = build(companies.whole());
      await assert.rejects(companies.reader().rows(query), ScopeViolation);
      await assert.rejects(companies.reader().together(query), ScopeViolation);
      await assert.rejects(
        companies.house().service.database.transact(companies.realm, (tx) => tx.rows(query)),
        ScopeViolation,
      );
      await assert.rejects(
        companies.house().service.database.transact(companies.realm, async (tx) => tx.write(query)),
        ScopeViolation,
      );
    });
  }

  test('only builds: Kysely itself runs nothing', async () => {
    const query = companies.reader().db.selectFrom('people').selectAll();
    await assert.rejects(query.execute(), /only builds/);
    await assert.rejects(query.executeTakeFirst(), /only builds/);
    await assert.rejects(query.stream().next(), /only builds/);
    await assert.rejects(query.explain(), /only builds/);
    await assert.rejects(companies.reader().db.deleteFrom('people').execute(), /only builds/);
  });

  test('gives each company its own rows, by the same query', async () => {
    const of = (companyId: string) => {
      const { db, rows } = companies.house().service.database.reader({ ...companies.realm, companyId });
      return rows(db.selectFrom('people').select('person_id'));
    };
    assert.deepEqual(ids(await of(companies.realm.companyId)), companies.own.people.toSorted());
    assert.deepEqual(ids(await of(companies.other)), companies.theirs.people.toSorted());
  });

  test('keeps a query that was compiled once to the company of each handle', async () => {
    const one = prepared<{ id: string }, { person_id: string }>((db, placeholder) =>
      db.selectFrom('people').select('person_id').where('person_id', '=', placeholder('id')),
    );
    const of = (companyId: string) => companies.house().service.database.reader({ ...companies.realm, companyId });
    const [a, b, id] = [of(companies.realm.companyId), of(companies.other), companies.theirs.people[0] as string];
    for (let i = 0; i < 2; i++) {
      assert.deepEqual(await a.rows(one(a.db, { id })), []);
      assert.deepEqual(await b.rows(one(b.db, { id })), [{ person_id: id }]);
    }
    await assert.rejects(a.rows(one(b.db, { id })), ScopeViolation);
  });

  describe('in SQL', () => {
    const text = (build: Build) => build(companies.reader().db, companies.whole()).compile();

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
      assert.deepEqual(parameters, [companies.realm.companyId, companies.realm.companyId, 'active']);
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
