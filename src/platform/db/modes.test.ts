// The wall between live and test: a login and a schema for each mode. Any SQL is tried with the logins themselves.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import { useHouse } from '../../../tests/support/house.ts';
import { testServer } from '../../../tests/support/server.ts';
import { modes } from './realm.ts';

const insufficientPrivilege = '42501';

describe('the login of a mode', () => {
  const { house, aCompany } = useHouse({ works: false });

  const codeOf = async (run: Promise<unknown>): Promise<unknown> =>
    run.then(
      () => 'it worked',
      (error) => error.code,
    );

  const owner = () => testServer().owner.user;

  for (const mode of modes) {
    const other = mode === 'live' ? 'test' : 'live';
    const attempts = () => [
      `select * from ${other}.people`,
      `select * from ${other}.api_keys`,
      `insert into ${other}.outbox select * from outbox`,
      `update ${other}.people set status = 'active'`,
      `delete from ${other}.people`,
      `truncate ${other}.people`,
      `create table ${other}.more (id text)`,
      `drop table ${other}.people`,
      `drop schema ${other} cascade`,
      `create view ${mode}.v as select * from ${other}.people`,
      'select * from tenor.settings',
      "update tenor.settings set value = '' where name = 'encryption_key'",
      'select * from tenor.migrations',
      'select * from jobs.job',
      'insert into jobs.job (name) values (null)',
      `set role ${owner()}`,
      `set session authorization ${owner()}`,
      `create table ${mode}.more (id text)`,
      `alter table ${mode}.people add column more text`,
      `drop table ${mode}.people`,
      "update audit set actor_id = 'AK-AAAA-AAAA'",
      'delete from audit',
      'truncate audit',
      "update audit_days set last_hash = ''",
      'delete from audit_days',
      `truncate ${mode}.people`,
      `alter table ${mode}.people disable trigger all`,
      `create function ${mode}.f() returns int language sql as 'select 1'`,
      'create schema more',
      'create table public.more (id text)',
      'create role more',
      "copy people to program 'cat'",
    ];

    test(`${mode} touches nothing but the rows of its own schema`, async () => {
      const pool = house().service.database.pools[mode];
      assert.equal(await codeOf(pool.query('select * from people')), 'it worked');
      for (const attempt of attempts()) {
        assert.equal(await codeOf(pool.query(attempt)), insufficientPrivilege, attempt);
      }
    });

    test(`${mode} does not see the other mode by turning its search path`, async () => {
      const client = await house().service.database.pools[mode].connect();
      try {
        await client.query(`set search_path to ${other}`);
        assert.equal(await codeOf(client.query('select * from people')), '42P01', 'as if there were no such table');
      } finally {
        client.release(true);
      }
    });

    test(`${mode} is no superuser, may make nothing and inherits nothing`, async () => {
      const { rows } = await house().service.database.pools[mode].query(`
        select rolsuper, rolcreaterole, rolcreatedb, rolinherit, rolreplication, rolbypassrls,
          (select count(*)::int from pg_auth_members where member = pg_roles.oid) as memberships
        from pg_roles where rolname = current_user`);
      assert.deepEqual(rows, [
        {
          rolsuper: false,
          rolcreaterole: false,
          rolcreatedb: false,
          rolinherit: false,
          rolreplication: false,
          rolbypassrls: false,
          memberships: 0,
        },
      ]);
    });
  }

  test('the login of the jobs sees no row of any mode', async () => {
    const { server, jobsLogin } = house().service.database;
    const client = new pg.Client({ ...server, ...jobsLogin });
    await client.connect();
    try {
      for (const table of ['live.people', 'test.people', 'live.outbox', 'tenor.settings']) {
        assert.equal(await codeOf(client.query(`select * from ${table}`)), insufficientPrivilege, table);
      }
    } finally {
      await client.end();
    }
  });

  test('each schema holds the tables that the handle knows, and no others', async () => {
    const { tables } = await import('#app/capabilities.ts');
    for (const mode of modes) {
      const { rows } = await house().service.database.pools[mode].query(
        'select table_name from information_schema.tables where table_schema = current_schema order by 1',
      );
      assert.deepEqual(
        rows.map((row) => row.table_name),
        Object.keys(tables).sort(),
      );
    }
  });

  test('a key sees its own mode alone', async () => {
    const company = await aCompany();
    const { id } = await company.live.made('/people', { name: { firstName: 'Ada', lastName: 'Lovelace' } });
    assert.equal((await company.live.get(`/people/${id}`)).status, 200);
    assert.equal((await company.test.get(`/people/${id}`)).status, 404);
    assert.equal((await company.test.get('/people')).body.total, 0);
  });
});
