// What only a cluster can show. Where the server of the tests has no Citus, these are skipped (TEST_DATABASE_URL).
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { capabilities, migrationFolders, tables } from '#app/capabilities.ts';
import { keyring } from '#platform/crypto/keyring.ts';
import { distribute, stepsLeft } from '#platform/db/cluster/distribute.ts';
import { mustBeAlone, mustBeDistributable } from '#platform/db/cluster/may-distribute.ts';
import { serverOfUrl } from '#platform/db/connection.ts';
import { type Migration, readMigrations } from '#platform/db/migrate.ts';
import { prepareDatabase } from '#platform/db/prepare.ts';
import { bySubject, type TableClass, type TableClasses } from '#platform/db/tables.ts';
import { cluster } from '#platform/doctor/cluster.ts';
import { addressOf, dropDatabases, makeClusterDatabase } from '../scripts/cluster/make-cluster.ts';
import { shards } from './support/cluster.ts';
import { found } from './support/findings.ts';
import { aHouse, aPerson, useHouse } from './support/house.ts';
import { useInspected } from './support/inspected.ts';
import { refusedForms } from './support/refused-by-a-cluster/index.ts';
import { testKey, testServer } from './support/server.ts';

const { cluster: nodes, template } = testServer();
const onlyThere = { skip: nodes === null ? 'the server of the tests has no Citus' : false };
const keys = keyring(testKey);

describe('a database with rows', onlyThere, () => {
  const name = `${template}_d_${randomBytes(4).toString('hex')}`;
  let client: pg.Client;
  let server: ReturnType<typeof serverOfUrl>;
  let migrations: readonly Migration[];

  before(async () => {
    if (nodes === null) return;
    server = serverOfUrl(await makeClusterDatabase(nodes, name));
    migrations = await readMigrations(migrationFolders);
    client = new pg.Client(server);
    await client.connect();
    await assert.rejects(mustBeDistributable(client, tables), /run "tenor migrate" first/);
    await prepareDatabase(server, keys, migrations);
    await client.query(`insert into live.outbox (subject_id, id, company_id, job, payload, position)
      select 'BO-' || n, gen_random_uuid(), 'CP-1', 'none', '{}', n from generate_series(1, 500) n`);
  });
  after(async () => {
    await client?.end();
    if (nodes !== null) await dropDatabases(nodes, name);
  });

  const outbox = async (): Promise<number> =>
    (await client.query('select count(*)::int as n from live.outbox')).rows[0].n;

  test('is not distributed while a service uses it', async () => {
    const other = new pg.Client({ ...server, application_name: 'tenor' });
    await other.connect();
    await assert.rejects(mustBeAlone(client), /1 session\): stop it/);
    await other.end();
    await client.query('select pg_advisory_unlock_all()');
  });

  test('keeps all rows when it is distributed, also when that ends in the middle and is done again', async () => {
    await mustBeDistributable(client, tables);
    const moved: string[] = [];
    const broken = distribute(client, tables, ({ mode, table }) => {
      moved.push(`${mode}.${table}`);
      if (table === 'outbox') throw new Error('killed here');
    });
    await assert.rejects(broken, /killed here/);
    const left = await stepsLeft(client, tables);
    assert.equal(left.length, 2 * Object.keys(tables).length - moved.length);
    const rows = new Map<string, number>();
    await distribute(client, tables, ({ mode, table }, count) => rows.set(`${mode}.${table}`, count));
    assert.equal(rows.size, left.length);
    assert.equal(rows.has('live.outbox'), false, 'it was spread before');
    assert.deepEqual(await stepsLeft(client, tables), []);
    assert.equal(await outbox(), 500);
    const { rows: sizes } = await client.query(
      'select sum(pg_relation_size(logicalrelid))::int as left from pg_dist_partition',
    );
    assert.equal(sizes[0].left, 0, 'no rows stay behind on the coordinator');
  });

  test('has few shards, unless the operator has chosen a number', async () => {
    const { rows } = await client.query(`select current_setting('citus.shard_count')::int as later,
      (select count(*)::int from pg_dist_shard where logicalrelid = 'live.people'::regclass) as shards`);
    assert.deepEqual(rows, [{ later: 8, shards: 8 }]);
  });

  test('spreads the tables of a later migration in the same run, and sets how long the logins wait', async () => {
    const later = {
      name: '9999-later',
      sql: `create table things (person_id text not null, id text not null, type_id text, constraint things_pkey primary key (person_id, id));
        alter table outbox add column later text;`,
      hash: 'x',
    };
    const classes: TableClasses = { ...tables, things: tables.people as TableClass };
    const { migrationsRun } = await prepareDatabase(server, keys, [...migrations, later], {
      tables: classes,
      lockWaitMs: 1234,
    });
    assert.equal(migrationsRun, 2);
    assert.deepEqual(await stepsLeft(client, classes), []);
    const { rows } = await client.query(
      `select count(distinct colocationid)::int as groups from pg_dist_partition
       where logicalrelid in ('live.things'::regclass, 'live.people'::regclass)`,
    );
    assert.equal(rows[0].groups, 1, 'it lies with the persons');
    const said = await client.query(
      `select result from run_command_on_all_nodes($$select string_agg(distinct setting, ',') from pg_db_role_setting,
         unnest(setconfig) setting where setrole <> 0
         and setdatabase = (select oid from pg_database where datname = current_database())$$)`,
    );
    assert.deepEqual(new Set(said.rows.map(({ result }) => result)), new Set(['lock_timeout=1234ms']));
  });
});

describe('an upgrade', onlyThere, () => {
  const name = `${template}_u_${randomBytes(4).toString('hex')}`;
  let client: pg.Client;
  before(async () => {
    if (nodes === null) return;
    const server = serverOfUrl(await makeClusterDatabase(nodes, name, shards));
    client = new pg.Client(server);
    await client.connect();
  });
  after(async () => {
    await client?.end();
    if (nodes !== null) await dropDatabases(nodes, name);
  });

  /** What hangs on the tables, and not on their shards: each constraint and index with what it says. */
  const hanging = async (from: pg.Client): Promise<string[]> => {
    const { rows } = await from.query(
      `select n.nspname || '.' || c.relname || ' ' || conname || ' ' || pg_get_constraintdef(k.oid) as said
       from pg_constraint k join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = relnamespace
       where nspname in ('live', 'test') and relname = any($1)
       union all select indexdef from pg_indexes where schemaname in ('live', 'test') and tablename = any($1) order by 1`,
      [Object.keys(tables)],
    );
    return rows.map(({ said }) => said);
  };

  test('runs each migration on tables that are spread already, and ends with what a new database has', async () => {
    const server = serverOfUrl(addressOf(nodes?.coordinator ?? '', name));
    const [first, ...others] = await readMigrations(migrationFolders);
    await prepareDatabase(server, keys, [first as Migration]);
    const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'live'`);
    const made = new Set(rows.map(({ tablename }) => tablename));
    const classes = Object.fromEntries(Object.entries(tables).filter(([table]) => made.has(table)));
    assert.ok(made.size > 10);
    await distribute(client, classes, () => {});
    const { migrationsRun } = await prepareDatabase(server, keys, [first as Migration, ...others], { tables });
    assert.equal(migrationsRun, 2 * others.length);
    assert.deepEqual(await stepsLeft(client, tables), []);
    const house = await aHouse({ works: false });
    const anew = new pg.Client(house.service.database.server);
    await anew.connect();
    const wanted = await hanging(anew);
    await anew.end();
    await house.close();
    assert.ok(wanted.length > 500);
    assert.deepEqual(await hanging(client), wanted);
  });
});

describe('a form of SQL that is known to be refused', onlyThere, () => {
  let client: pg.Client;
  // This runs before the house closes, because a database with open connections cannot be dropped.
  after(() => client?.end());
  const { house } = useHouse({ works: false });
  before(async () => {
    if (nodes === null) return;
    client = new pg.Client({ ...house().service.database.server });
    await client.connect();
    await client.query('create index loans_due_probe on test.loans (created_at)');
    await client.query('create index loans_late_probe on test.loans (created_at)');
  });

  const refusal = async (statement: string): Promise<string | undefined> => {
    await client.query("begin; set local search_path to test; set local citus.multi_shard_modify_mode to 'sequential'");
    try {
      await client.query(statement);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    } finally {
      await client.query('rollback');
    }
  };

  for (const { fault, accepted, refused, instead } of refusedForms) {
    test(`${instead ?? 'is refused'}, and what is right instead is taken: it ${fault}`, async (t) => {
      assert.equal(await refusal(accepted), undefined, accepted);
      const said = await refusal(refused);
      assert.equal(said === undefined, instead !== undefined, said ?? refused);
      if (said !== undefined) t.diagnostic(said);
    });
  }
});

describe('a write on a cluster', onlyThere, () => {
  const { house, aCompany } = useHouse({ works: false, lockWaitMs: 300 });

  test('that waits for a lock of another session answers 423 when its time is over', async () => {
    const { test: client } = await aCompany();
    const { id } = await client.made('/people', aPerson());
    const other = new pg.Client(house().service.database.server);
    await other.connect();
    await other.query('begin');
    await other.query('select from test.people where person_id = $1 for update', [id]);
    const answer = await client.put(`/people/${id}`, { name: { firstName: 'Ada', lastName: 'King' } });
    await other.query('rollback');
    await other.end();
    assert.equal(answer.status, 423);
  });
});

describe('the doctor', onlyThere, () => {
  const { inspected, look } = useInspected();

  test('can ask all that it asks', async () => {
    for (const check of capabilities.flatMap(({ checks = [] }) => checks))
      await assert.doesNotReject(async () => look(check), check.name);
  });

  test('finds a new cluster right, and says where a setting is not', async () => {
    found(await look(cluster), 'ok', /all tables are spread/);
    found(
      await look(cluster, { ...inspected(), lockWaitMs: 77 }),
      'warning',
      /does not wait for a lock as long/,
      /Start Tenor/,
    );
    found(await look(cluster, { ...inspected(), workers: 64 }), 'warning', /connections/, /max_connections/);
    const tables = async () => ({ ...(await inspected().tables()), more: bySubject('person_id') });
    found(await look(cluster, { ...inspected(), tables }), 'error', /live\.more, test\.more/, /database distribute/);
  });
});
