// Preparing a database: an empty one, the same again, by several processes at once, and the refusals with their
// sentences.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import pg from 'pg';
import { migrationFolders, tables } from '#app/capabilities.ts';
import { keyring } from '#platform/crypto/keyring.ts';
import { type Log, makeLog } from '#platform/log.ts';
import { dropDatabase, testKey, testServer, withAdmin } from '../../../tests/support/server.ts';
import type { Server } from './connection.ts';
import { openDatabase } from './database.ts';
import { type Migration, MigrationRefused, readMigrations } from './migrate.ts';
import { DatabaseRefused, prepareDatabase } from './prepare.ts';
import { onlyGrowing } from './tables.ts';

const keys = keyring(testKey);
const migration = (name: string, sql: string): Migration => ({
  name,
  sql,
  hash: createHash('sha256').update(sql).digest('hex'),
});
const first = migration('0001-first', 'create table things (id text primary key);');
const second = migration('0002-second', 'alter table things add column more text;');

describe('a database', () => {
  const made: { databases: string[]; roles: string[] } = { databases: [], roles: [] };

  async function anEmptyDatabase(owner?: string): Promise<Server> {
    const server = testServer();
    const database = `${server.template}_p_${randomBytes(4).toString('hex')}`;
    made.databases.push(database);
    await withAdmin(server, (client) =>
      client.query(`create database ${database} owner ${owner ?? server.owner.user} template template0`),
    );
    return { ...server.owner, database };
  }

  afterEach(async () => {
    await withAdmin(testServer(), async (client) => {
      for (const database of made.databases.splice(0)) {
        await dropDatabase(client, database);
        for (const login of ['live', 'test', 'jobs']) await client.query(`drop role if exists ${database}_${login}`);
      }
      for (const role of made.roles.splice(0)) await client.query(`drop role ${role}`);
    });
  });

  async function ask(server: Server, text: string): Promise<unknown[]> {
    const client = new pg.Client(server);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  test('is made in both modes, with a login each, and left alone the second time', async () => {
    const server = await anEmptyDatabase();
    const made = await prepareDatabase(server, keys, [first, second]);
    assert.equal(made.migrationsRun, 4);
    assert.deepEqual(Object.keys(made.logins ?? {}).sort(), ['jobs', 'live', 'test']);
    const again = await prepareDatabase(server, keys, [first, second]);
    assert.deepEqual(again, { ...made, migrationsRun: 0 });
    for (const login of Object.values(made.logins ?? {})) {
      assert.deepEqual(await ask({ ...server, ...login }, 'select 1 as one'), [{ one: 1 }]);
    }
  });

  test('is not made by a command, which only joins: an empty one is the wrong one, or its restore was broken off', async () => {
    const server = await anEmptyDatabase();
    await assert.rejects(prepareDatabase(server, keys, [first], { joins: true }), /The database is not one of Tenor\./);
    assert.deepEqual(await ask(server, "select to_regnamespace('tenor') as made"), [{ made: null }]);
    await prepareDatabase(server, keys, [first]);
    assert.equal((await prepareDatabase(server, keys, [first], { joins: true })).migrationsRun, 0);
  });

  test('is sent each command of a migration alone, because nodes of a cluster refuse some that come together', async () => {
    const server = await anEmptyDatabase();
    const seeing = migration(
      '0001-seeing',
      'create table seen as\n  select current_query() as sent; -- a word; and more\ninsert into seen select current_query();\n',
    );
    await prepareDatabase(server, keys, [seeing]);
    assert.deepEqual(await ask(server, 'select sent from live.seen order by sent'), [
      { sent: 'create table seen as\n  select current_query() as sent' },
      { sent: 'insert into seen select current_query()' },
    ]);
  });

  test('gets what is new, and its logins may use it', async () => {
    const server = await anEmptyDatabase();
    await prepareDatabase(server, keys, [first]);
    const third = migration('0003-third', 'create table others (id text primary key);');
    const { migrationsRun, logins } = await prepareDatabase(server, keys, [first, second, third]);
    assert.equal(migrationsRun, 4);
    await ask({ ...server, ...logins?.live }, "insert into live.others values ('x')");
    assert.deepEqual(
      await ask(
        server,
        'select (select count(*) from live.others) = 1 as l, (select count(*) from test.others) = 0 as t',
      ),
      [{ l: true, t: true }],
    );
  });

  test('is prepared by several processes at once, one after the other', async () => {
    const server = await anEmptyDatabase();
    const slow = migration('0001-slow', 'select pg_sleep(0.1); create table things (id text);');
    const all = await Promise.all(Array.from({ length: 4 }, () => prepareDatabase(server, keys, [slow, second])));
    assert.deepEqual(all.map(({ migrationsRun }) => migrationsRun).sort(), [0, 0, 0, 4]);
  });

  test('that is newer is refused with a sentence, and nothing is done to it', async () => {
    const server = await anEmptyDatabase();
    await prepareDatabase(server, keys, [first, second]);
    await assert.rejects(prepareDatabase(server, keys, [first]), (error) => {
      assert.ok(error instanceof MigrationRefused);
      assert.match(error.message, /newer than this version of Tenor.*0002-second.*Start the newer version/);
      return true;
    });
    await prepareDatabase(server, keys, [first, second]);
  });

  test('whose migration was changed afterwards is refused with a sentence', async () => {
    const server = await anEmptyDatabase();
    await prepareDatabase(server, keys, [first]);
    const changed = migration('0001-first', `${first.sql} -- a small change`);
    await assert.rejects(prepareDatabase(server, keys, [changed, second]), (error) => {
      assert.ok(error instanceof MigrationRefused);
      assert.match(error.message, /0001-first was changed after it had run.*take a new database/);
      return true;
    });
  });

  test('whose migrations were all written anew is refused for that, and not as a newer one', async () => {
    const server = await anEmptyDatabase();
    await prepareDatabase(server, keys, [first, second]);
    const anew = migration('0001-first', 'create table things (id text primary key, more text);');
    await assert.rejects(prepareDatabase(server, keys, [anew]), /0001-first was changed after it had run/);
  });

  test('keeps nothing of a migration that fails, and says which one', async () => {
    const server = await anEmptyDatabase();
    const failing = migration('0002-failing', 'create table half (id text); select 1 / 0;');
    await assert.rejects(prepareDatabase(server, keys, [first, failing]), /0002-failing failed in the schema live/);
    assert.deepEqual(
      await ask(server, "select to_regclass('live.half') as half, to_regclass('live.things') is not null as things"),
      [{ half: null, things: true }],
    );
    assert.equal((await prepareDatabase(server, keys, [first, second])).migrationsRun, 3);
  });

  test('written with another encryption key is refused with a sentence', async () => {
    const server = await anEmptyDatabase();
    await prepareDatabase(server, keys, [first]);
    await assert.rejects(prepareDatabase(server, keyring(Buffer.alloc(32, 8)), [first]), (error) => {
      assert.ok(error instanceof DatabaseRefused);
      assert.match(error.message, /^ENCRYPTION_KEY is not the key/);
      return true;
    });
    await prepareDatabase(server, keys, [first]);
  });

  test('made anew under its old name and with a new key works, though its old logins are still there', async () => {
    const server = await anEmptyDatabase();
    await prepareDatabase(server, keys, [first]);
    const passwords = await verifiers(server);
    await prepareDatabase(server, keys, [first]);
    assert.deepEqual(await verifiers(server), passwords, 'they are set once');
    await withAdmin(testServer(), async (client) => {
      await dropDatabase(client, String(server.database));
      await client.query(`create database ${server.database} owner ${testServer().owner.user} template template0`);
    });
    const { logins } = await prepareDatabase(server, keyring(Buffer.alloc(32, 9)), [first]);
    for (const [i, password] of (await verifiers(server)).entries()) assert.notEqual(password, passwords[i]);
    for (const login of Object.values(logins ?? {})) {
      assert.deepEqual(await ask({ ...server, ...login }, 'select 1 as one'), [{ one: 1 }]);
    }
  });

  test('takes the right to change what may only grow, at the next start after it came to be so', async () => {
    const server = await anEmptyDatabase();
    const rightsOf = (login: { user: string }) =>
      ask(
        server,
        `select verb from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) verb
          where has_table_privilege('${login.user}', 'live.things', verb)`,
      );
    const { logins } = await prepareDatabase(server, keys, [first]);
    assert.equal((await rightsOf(logins!.live)).length, 4);
    for (let starts = 0; starts < 2; starts++) {
      await prepareDatabase(server, keys, [first], { tables: { things: onlyGrowing } });
      assert.deepEqual(await rightsOf(logins!.live), [{ verb: 'select' }, { verb: 'insert' }]);
    }
  });

  /** What the embedded server compares passwords with. On the operator's own server an account may not see it. */
  async function verifiers({ database }: Server): Promise<string[]> {
    if (testServer().directory === null) return [];
    const { rows } = await withAdmin(testServer(), (client) =>
      client.query("select rolpassword from pg_authid where rolname like $1 || '\\_%' order by rolname", [database]),
    );
    assert.equal(rows.length, 3);
    return rows.map((row) => row.rolpassword);
  }

  test('of an account that may not create roles works by schemas alone, and says so', async () => {
    const role = `${testServer().template}_r_${randomBytes(4).toString('hex')}`;
    made.roles.push(role);
    await withAdmin(testServer(), async (client) => {
      await client.query(`create role ${role} login password 'plain'`);
      await client.query(`grant ${role} to ${testServer().owner.user}`);
    });
    const server = { ...(await anEmptyDatabase(role)), user: role, password: 'plain' };
    const warnings: unknown[] = [];
    const log = Object.assign(makeLog('silent'), { warn: (text: unknown) => warnings.push(text) }) as unknown as Log;
    const migrations = await readMigrations(migrationFolders);
    const database = await openDatabase({ server, keys, migrations, tables, lockWaitMs: 100, log });
    try {
      assert.match(String(warnings[0]), /may not create roles.*CREATEROLE/);
      assert.equal(database.jobsLogin, undefined);
      for (const mode of ['live', 'test'] as const) {
        const { rows } = await database.pools[mode].query('select current_user as role, current_schema as schema');
        assert.deepEqual(rows, [{ role, schema: mode }]);
      }
    } finally {
      await database.close();
    }
  });

  test('takes its migrations in one order, whatever folder they lie in', async () => {
    const names = (await readMigrations(migrationFolders)).map(({ name }) => name);
    assert.deepEqual(names, names.toSorted());
    assert.equal(new Set(names).size, names.length);
    assert.equal(names[0], '0001-platform');
  });
});
