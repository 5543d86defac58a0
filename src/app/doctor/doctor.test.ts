// Each check finds the fault it is for: the test causes the fault, and the check reports it and says what to do.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrationFolders } from '#app/capabilities.ts';
import { zonesCheck } from '#capabilities/access/check-zones.ts';
import { dueLoans } from '#capabilities/loans/day/due-loans.ts';
import { deliveriesCheck } from '#capabilities/webhooks/check-deliveries.ts';
import { machineClock } from '#platform/clock.ts';
import { readSettings } from '#platform/config.ts';
import { readMigrations } from '#platform/db/migrate.ts';
import { eventLag, operationLag, outboxLag, queueLag } from '#platform/doctor/backlog.ts';
import { type Check, type Finding, type InspectedDatabase, lookAt } from '#platform/doctor/check.ts';
import { clockSkew } from '#platform/doctor/clock-skew.ts';
import { connections } from '#platform/doctor/connections.ts';
import { datedAhead } from '#platform/doctor/dated-ahead.ts';
import { databaseChecks, serverChecks } from '#platform/doctor/index.ts';
import { foreignKeyIndexes, invalidIndexes } from '#platform/doctor/indexes.ts';
import { migrations } from '#platform/doctor/migrations.ts';
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { durability, encoding, serverLog, serverVersion } from '#platform/doctor/server-settings.ts';
import { space } from '#platform/doctor/space.ts';
import { transactionsOlderThan } from '#platform/doctor/transactions.ts';
import { upkeep } from '#platform/doctor/upkeep.ts';
import { aPerson, useHouse } from '../../../tests/support/house.ts';
import { testKey } from '../../../tests/support/server.ts';
import { diskOf, examine, machineChecks } from './examine.ts';
import { keyFits } from './key-fits.ts';
import type { InspectedMachine } from './machine.ts';
import { connectToLook } from './reach-database.ts';

const daysCheck = overdueCheck('days', dueLoans);

const GiB = 2 ** 30;

/** The finding with the worst level. */
function worst(findings: readonly Finding[]): Finding {
  const order = ['ok', 'warning', 'error'];
  return findings.toSorted((a, b) => order.indexOf(b.level) - order.indexOf(a.level))[0] as Finding;
}

function found(findings: readonly Finding[], level: Finding['level'], says: RegExp, remedy?: RegExp): void {
  const one = worst(findings);
  assert.equal(one.level, level, JSON.stringify(findings));
  assert.match(one.says, says);
  if (level !== 'ok') assert.ok(one.remedy !== null && one.remedy.length > 10, one.says);
  if (remedy) assert.match(String(one.remedy), remedy);
  for (const { says } of findings) assert.match(says, /[.?]$/, 'a sentence');
}

describe('the doctor', () => {
  let owner: pg.Client;
  let inspected: InspectedDatabase;
  // This runs before the house closes, because a database with open connections cannot be dropped.
  after(async () => {
    await owner?.end();
    await (inspected?.client as pg.Client | undefined)?.end();
  });
  const { house, aCompany } = useHouse({ works: false });
  /** The same database, seen this many seconds later. */
  const later = (seconds: number): InspectedDatabase => ({
    ...inspected,
    clock: { micros: () => machineClock.micros() + seconds * 1e6 },
  });
  /** A server that answers with these rows. */
  const answering = (...rows: object[]): InspectedDatabase => {
    let n = 0;
    const query = async () => ({ rows: [rows[Math.min(n++, rows.length - 1)]].flat() });
    return { ...inspected, client: { query } as unknown as InspectedDatabase['client'] };
  };
  const look = (check: Check<InspectedDatabase>, who = inspected) => check.look(who);
  const sql = (text: string, values: unknown[] = []) => owner.query(text, values);

  before(async () => {
    const { server } = house().service.database;
    owner = new pg.Client(server);
    await owner.connect();
    const client = await connectToLook(server);
    inspected = {
      client,
      isEmbedded: true,
      clock: machineClock,
      migrations: await readMigrations(migrationFolders),
      directory: null,
      diskOf,
    };
  });
  test('finds nothing wrong in a house that is new', async () => {
    const looked = await lookAt(
      [...serverChecks, ...databaseChecks, deliveriesCheck, daysCheck, zonesCheck],
      inspected,
    );
    // The server of the tests does not wait for its disk.
    assert.deepEqual(
      looked.filter(({ level, check }) => level === 'error' && check !== 'durability'),
      [],
    );
    // These checks look at the log and at sessions of the server; on a server of the operator's own those belong to
    // others.
    const theirs = ['server log', 'transactions', 'connections', 'job queue'];
    assert.deepEqual(
      looked.filter(({ level, check }) => level === 'warning' && !theirs.includes(check)),
      [],
    );
  });

  test('can change nothing', async () => {
    await assert.rejects(inspected.client.query('create table tenor.made (n integer)'), { code: '25006' });
  });

  test('a clock that goes wrong', async () => {
    found(await look(clockSkew), 'ok', /as good as none/);
    found(await look(clockSkew, later(2)), 'warning', /2 seconds behind/, /NTP/);
    found(await look(clockSkew, later(-60)), 'error', /60 seconds ahead of/);
  });

  test('changes that are dated in the future, whether their place in the order is given or not', async () => {
    await (await aCompany()).test.made('/people', aPerson());
    found(await look(datedAhead), 'ok', /No change is dated in the future/);
    found(await look(datedAhead, later(-3_600)), 'error', /of (live|test) are dated 60 minutes in the future/, /NTP/);
    for (const mode of ['live', 'test'] as const) await house().service.orderEvents(mode);
    found(await look(datedAhead, later(-3_600)), 'error', /of (live|test) are dated 60 minutes in the future/, /NTP/);
    found(await look(datedAhead, later(-10)), 'warning', /dated 10 seconds in the future/);
  });

  test('a disk that fills up', async () => {
    const on = (freeBytes: number, totalBytes: number) =>
      look(space, { ...inspected, directory: '/data', diskOf: async () => ({ freeBytes, totalBytes }) });
    found(await on(90 * GiB, 100 * GiB), 'ok', /90.0 GiB of 100.0 GiB left/);
    found(await on(9 * GiB, 100 * GiB), 'warning', /9.0 GiB of 100.0 GiB left/, /DATA_DIR/);
    found(await on(0.1 * GiB, 100 * GiB), 'error', /102.4 MiB/);
    found(await look(space), 'ok', /not to be seen from here/);
  });

  test('too few connections, and too many taken', async () => {
    const limit = (n: number) => sql(`alter database ${house().database} connection limit ${n}`);
    try {
      await limit(2);
      found(await look(connections), 'error', /of 2 connections are in use/, /max_connections/);
    } finally {
      await limit(-1);
    }
    found(await look(connections, answering({ allowed: 97, used: 10, processes: 2 })), 'ok', /10 of 97/);
    const many = await look(connections, answering({ allowed: 97, used: 10, processes: 3 }));
    found(many, 'warning', /3 processes of Tenor may take \d{3} connections, and the server allows 97/);
  });

  test('a transaction that stays open, and one that was prepared and forgotten', async () => {
    await sql('begin');
    await sql('select count(*) from test.people');
    await sleep(250);
    try {
      const { rows } = await sql('select pg_backend_pid() as pid');
      const findings = await look(transactionsOlderThan({ warning: 0.2, error: 60 }));
      found(findings, 'warning', new RegExp(`process ${rows[0].pid}.*idle in transaction`), /pg_terminate_backend/);
      found(await look(transactionsOlderThan({ warning: 0.1, error: 0.2 })), 'error', /idle in transaction/);
      found(await look(transactionsOlderThan({ warning: 60, error: 900 })), 'ok', /No transaction/);
    } finally {
      await sql('rollback');
    }
    const forgotten = await look(
      transactionsOlderThan({ warning: 60, error: 900 }),
      answering([], { gid: "it's", seconds: 3_600 }, []),
    );
    found(forgotten, 'error', /it's.*60 minutes/, /rollback prepared 'it''s'/);
  });

  test('work that waits in the outbox', async () => {
    found(await look(outboxLag, later(3_600)), 'ok', /Nothing waits/);
    await sql(
      `insert into test.outbox (subject_id, id, company_id, position, job, payload)
      values ('BO-1111-1111', gen_random_uuid(), 'CP-1111-1111', $1, 'operation', '{}')`,
      [machineClock.micros()],
    );
    found(await look(outboxLag), 'ok', /Nothing waits/);
    found(
      await look(outboxLag, later(120)),
      'warning',
      /of test has waited in the outbox for 2 minutes/,
      /tenor worker/,
    );
    found(await look(outboxLag, later(3_600)), 'error', /for 60 minutes/);
    await sql('truncate test.outbox');
  });

  test('events without a place, and those that nobody follows', async () => {
    const { test: api } = await aCompany();
    await api.made('/people', aPerson());
    found(await look(eventLag, later(3_600)), 'error', /Events of (live|test) have waited for their place/);
    await house().service.orderEvents('test');
    await house().service.orderEvents('live');
    found(await look(eventLag, later(3_600)), 'error', /follows the events of (test|live) for webhooks is behind/);
    for (const mode of ['live', 'test']) {
      await sql(
        `update ${mode}.event_places set last_sequence = (select max(last_sequence) from ${mode}.event_places)`,
      );
    }
    found(await look(eventLag, later(3_600)), 'ok', /Every event has its place/);
  });

  test('an operation without a worker, and one that failed', async () => {
    const { test: api } = await aCompany();
    await api.post('/test-clock', { now: '2026-03-01T00:00:00Z' });
    await api.post('/test-clock/advance', { to: '2026-03-02T00:00:00Z' });
    found(await look(operationLag), 'ok', /Every operation/);
    found(await look(operationLag, later(3_600)), 'error', /has waited for a worker for 60 minutes/);
    await sql("update test.operations set state = 'failed', finished_at = now()");
    found(
      await look(operationLag, later(3_600)),
      'warning',
      /1 operation of test failed within a day: /,
      /api\/operations/,
    );
    await sql('delete from test.operations; truncate test.outbox');
  });

  test('a job queue that stands still', async () => {
    const of = (since: number | null, failed = 0) =>
      look(queueLag, answering({ there: true }, { since: since === null ? null : String(since), failed }));
    found(await of(null), 'ok', /Nothing waits/);
    found(await of(machineClock.micros() - 3_600e6), 'error', /A job has waited in the queue for 60 minutes/);
    found(await of(null, 2), 'warning', /2 jobs failed/);
    found(await look(queueLag, answering({ there: false })), 'warning', /not been made yet/);
  });

  test('webhooks whose deliveries wait, fail or were given up', async () => {
    const { test: api } = await aCompany();
    const url = 'https://receiver.invalid/';
    const { id } = await api.made('/webhooks', {
      webhookType: 'direct',
      eventTypes: ['*'],
      webhookDirectDetails: { webhookUrl: url },
    });
    found(await look(deliveriesCheck, later(3_600)), 'ok', /Deliveries go out/);
    await sql('update test.webhook_work set due_at = $1 where webhook_id = $2', [machineClock.micros(), id]);
    found(await look(deliveriesCheck, later(3_600)), 'error', /Deliveries of test have waited for a worker/);
    await sql('update test.webhook_work set due_at = null, failures = 99');
    found(await look(deliveriesCheck), 'warning', new RegExp(`receiver of webhook ${id}.*99 times`));
    await sql("update test.webhook_work set failures = 0; update test.webhooks set disabled_reason = 'gone'");
    found(await look(deliveriesCheck), 'warning', /switched off: gone/);
    await sql('delete from test.webhook_work; delete from test.webhooks');
  });

  test('loans that were left behind', async () => {
    found(await look(daysCheck, answering({ n: 3, first: 'LN-1111-1111' })), 'error', /3 loans of live.*LN-1111-1111/);
  });

  test('migrations that are missing, unknown or other than they were', async () => {
    const name = '0003-people';
    await sql("update tenor.migrations set hash = 'another' where name = $1 and schema_name = 'live'", [name]);
    found(await look(migrations), 'error', /0003-people is another than the one that ran in live/);
    await sql('delete from tenor.migrations where name = $1', [name]);
    found(
      await look(migrations),
      'warning',
      /1 migration of this version did not run in live: 0003-people/,
      /tenor migrate/,
    );
    await sql("insert into tenor.migrations (schema_name, name, hash) values ('test', '9999-later', 'x')");
    found(await look(migrations), 'error', /newer than this version.*9999-later/, /newer version/);
    await sql("delete from tenor.migrations where name = '9999-later'");
  });

  test('a foreign key without an index, and an index that is not valid', async () => {
    await sql('alter table test.identities drop constraint identities_pkey');
    found(
      await look(foreignKeyIndexes),
      'warning',
      /test.identities.*identities_person/,
      /create index concurrently on test.identities \(person_id\)/,
    );
    await sql('alter table test.identities add constraint identities_pkey primary key (person_id, id)');
    found(await look(foreignKeyIndexes), 'ok', /Every foreign key/);
    await sql('create table test.twice as select 1 as n union all select 1');
    await assert.rejects(sql('create unique index concurrently twice_n on test.twice (n)'), { code: '23505' });
    found(await look(invalidIndexes), 'error', /test.twice_n is not valid/, /reindex index concurrently test.twice_n/);
    await sql('drop table test.twice');
    found(await look(invalidIndexes), 'ok', /Every index/);
  });

  test('upkeep that is switched off or does not keep up', async () => {
    await sql('alter table test.people set (autovacuum_enabled = false)');
    found(await look(upkeep), 'warning', /switched off for test.people/, /reset/);
    await sql('alter table test.people reset (autovacuum_enabled)');
    found(
      await look(upkeep, answering([], [], { name: 'live.x', dead: '500000', live: '2' }, { age: 1 })),
      'warning',
      /500000 dead rows/,
    );
    found(await look(upkeep, answering([], [], [], { age: 1_900_000_000 })), 'error', /1900000000 transactions old/);
    found(await look(upkeep, answering({ name: 'autovacuum' }, [], [], { age: 1 })), 'error', /autovacuum is off/);
  });

  test('a server that loses data, writes values into its log or sorts otherwise than it did', async () => {
    const lost = await look(durability, answering({ name: 'fsync', setting: 'off' }, { standby: false }));
    found(lost, 'error', /fsync is off: a loss of power can destroy the database/, /alter system set fsync = on/);
    found(await look(durability, answering([], { standby: true })), 'error', /standby/);
    const logs = [
      { name: 'log_min_error_statement', setting: 'error' },
      { name: 'log_min_duration_statement', setting: '-1' },
      { name: 'log_min_duration_sample', setting: '-1' },
    ];
    found(await look(serverLog, answering(logs)), 'warning', /log_min_error_statement = error/, /'panic'/);
    const text = { encoding: 'UTF8', collation: 'en_US.UTF-8', made: '2.31', now: '2.36' };
    found(await look(encoding, answering(text)), 'error', /2.31 to 2.36/, /reindex/);
    found(await look(encoding, answering({ ...text, encoding: 'LATIN1', made: null, now: null })), 'error', /LATIN1/);
    found(await look(serverVersion, answering({ number: 140_000, name: '14.0' })), 'error', /14.0/);
  });

  test('a time zone that is unknown here', async () => {
    found(await look(zonesCheck, answering({ timezone: 'Mars/Olympus' })), 'error', /Mars\/Olympus/);
  });

  test('a key that does not fit, and one that a rotation left over', async () => {
    const key = testKey.toString('base64');
    const other = Buffer.alloc(32, 9).toString('base64');
    const fits = (given: Record<string, string>) =>
      look(keyFits(readSettings({ DATABASE_URL: 'postgres://x/y', ...given }).config));
    found(await fits({ ENCRYPTION_KEY: key }), 'ok', /that of the database/);
    found(await fits({ ENCRYPTION_KEY: other }), 'error', /not the/);
    found(await fits({}), 'error', /no encryption key/);
    found(
      await fits({ ENCRYPTION_KEY: key, ENCRYPTION_KEY_PREVIOUS: other }),
      'warning',
      /previous encryption key is still given/,
    );
    found(
      await fits({ ENCRYPTION_KEY: other, ENCRYPTION_KEY_PREVIOUS: key }),
      'warning',
      /one before is still in use/,
      /rotate/,
    );
  });

  test('a check that cannot look says so, and does not keep the others from looking', async () => {
    const failing = (code: string): Check<InspectedDatabase> => ({
      name: 'failing',
      look: () => Promise.reject(Object.assign(new Error('no'), { code })),
    });
    const looked = await lookAt([failing('42P01'), failing('42501'), failing('XX000'), clockSkew], inspected);
    assert.deepEqual(
      looked.map(({ level }) => level),
      ['warning', 'warning', 'error', 'ok'],
    );
    assert.match(String(looked[0]?.remedy), /tenor migrate/);
  });
});

describe('the doctor without a database', () => {
  const root = mkdtempSync(join(tmpdir(), 'tenor-doctor-'));
  after(() => rmSync(root, { recursive: true, force: true }));
  const silent: InspectedMachine['ask'] = () => Promise.reject(new Error('nobody'));
  const looked = (environment: Record<string, string>, ask = silent) =>
    lookAt(machineChecks, { settings: readSettings(environment), ask });
  const of = async (name: string, looking: ReturnType<typeof looked>) =>
    (await looking).filter(({ check }) => check === name);

  test('finds all wrong settings, not only the first', async () => {
    const environment = { PORT: 'x', DATABASE_URL: 'nowhere', LOG_LEVEL: 'loud' };
    const findings = await of('settings', looked(environment));
    for (const name of ['PORT', 'DATABASE_URL', 'LOG_LEVEL', 'ENCRYPTION_KEY']) {
      assert.ok(
        findings.some(({ says, level }) => level === 'error' && says.startsWith(name)),
        name,
      );
    }
  });

  test('shows no secret, and names what is daring', async () => {
    const key = testKey.toString('base64');
    const findings = await looked({ DATABASE_URL: 'postgres://u:hushhush@h/d', ENCRYPTION_KEY: key });
    assert.doesNotMatch(JSON.stringify(findings), new RegExp(`hushhush|${key}`));
    const daring = {
      HOST: '0.0.0.0',
      TRUST_PROXY: 'true',
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'silent',
      WEBHOOK_DEV_HOSTS: 'localhost:1',
    };
    assert.deepEqual(
      (await of('settings', looked(daring))).map(({ level }) => level),
      Array(5).fill('warning'),
    );
  });

  test('looks after the file of the key', async () => {
    const keyFileIn = (DATA_DIR: string) => of('key file', looked({ DATA_DIR }));
    found(await keyFileIn(join(root, 'none')), 'ok', /no encryption key yet/);
    mkdirSync(join(root, 'db'), { recursive: true });
    found(await keyFileIn(root), 'error', /is missing/, /Put it back/);
    writeFileSync(join(root, 'encryption.key'), `${testKey.toString('base64')}\n`, { mode: 0o600 });
    found(await keyFileIn(root), 'ok', /for its owner alone/);
    chmodSync(join(root, 'encryption.key'), 0o640);
    found(await keyFileIn(root), 'error', /Others than its owner/, /chmod 600/);
  });

  test('looks whether the data directory is closed', async () => {
    const DATA_DIR = join(root, 'closed');
    const closedness = () => of('data directory', looked({ DATA_DIR }));
    found(await closedness(), 'ok', /There is no .*closed yet/);
    mkdirSync(join(DATA_DIR, 'db'), { recursive: true, mode: 0o700 });
    mkdirSync(join(DATA_DIR, 'socket'), { mode: 0o700 });
    found(await closedness(), 'ok', /is closed to others/);
    chmodSync(DATA_DIR, 0o755);
    found(await closedness(), 'warning', /may look into/, /chmod 700/);
    chmodSync(DATA_DIR, 0o777);
    found(await closedness(), 'error', /may write to .* next start is refused/, /chmod 700/);
    chmodSync(DATA_DIR, 0o700);
    chmodSync(join(DATA_DIR, 'socket'), 0o755);
    found(await closedness(), 'error', /only the database should: \S+\/socket\./, /chmod go=/);
  });

  test('asks the service at its address', async () => {
    const answered = (status: number, body: string, environment = {}) =>
      of(
        'service',
        looked(environment, async (url) => {
          assert.match(url, /^http:\/\/127\.0\.0\.1:4000\/(health\/ready|metrics)$/);
          return { status, body };
        }),
      );
    found(await answered(200, '{"status":"ready"}', { HOST: '0.0.0.0' }), 'ok', /is ready/);
    const full = { status: 'the disk of the database is full' };
    found(await answered(503, JSON.stringify(full)), 'error', /is not ready: the disk of the database is full\./);
    found(await answered(503, '{}'), 'error', /is not ready/);
    found(await answered(200, 'hello'), 'error', /no Tenor/);
    found(await of('service', looked({})), 'warning', /No service answers/, /tenor start/);
  });

  test('asks the service how its clock follows that of the machine', async () => {
    const told = (jumps: number, offset: number) =>
      of(
        'service clock',
        looked({}, async () => ({
          status: 200,
          body: `# TYPE clock_jumps_total counter\nclock_jumps_total ${jumps}\nclock_offset_seconds ${offset}\n`,
        })),
      );
    found(await told(0, 0.4), 'ok', /has not jumped/);
    found(await told(2, 0), 'warning', /has jumped 2 times/, /log of the service/);
    found(await told(1, -3_540), 'error', /59 minutes ahead of it/, /Restart the service/);
    assert.deepEqual(await of('service clock', looked({})), [], 'no service, no clock');
  });

  test('says that the database cannot be reached, after all that can be looked at', async () => {
    const ENCRYPTION_KEY = testKey.toString('base64');
    const findings = await examine(
      readSettings({ DATABASE_URL: 'postgres://u@127.0.0.1:1/d', ENCRYPTION_KEY, PORT: '0' }),
    );
    assert.deepEqual(
      findings.map(({ check }) => check),
      ['version', 'settings', 'data directory', 'key file', 'service', 'database'],
    );
    found(findings, 'error', /cannot be reached/);
  });
});
