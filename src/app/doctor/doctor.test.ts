// Each check of the server and of its database finds the fault it is for: the test causes the fault, and the check
// reports it and says what to do.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { all } from '#app/capabilities.ts';
import { checks } from '#app/doctor/checks.ts';
import { zonesCheck } from '#capabilities/access/check-zones.ts';
import { dueLoans } from '#capabilities/loans/core/day/due.ts';
import { placesCheck } from '#capabilities/monitors/places/check-places.ts';
import { deliveriesCheck } from '#capabilities/webhooks/check-deliveries.ts';
import { readSettings } from '#platform/config.ts';
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
import { found } from '../../../tests/support/findings.ts';
import { aPerson } from '../../../tests/support/house.ts';
import { useInspected } from '../../../tests/support/inspected.ts';
import { testKey } from '../../../tests/support/server.ts';
import { keyFits } from './key-fits.ts';

const GiB = 2 ** 30;

const isOfTest = ({ says }: Finding) => says.includes('of test');

const daysCheck = overdueCheck('days', dueLoans);

describe('the doctor', () => {
  const { house, aCompany, inspected, answering, at, later, look, sql } = useInspected();

  test('finds nothing wrong in a house that is new', async () => {
    const looked = await lookAt(
      [...serverChecks, ...databaseChecks, deliveriesCheck, daysCheck, zonesCheck],
      inspected(),
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

  test('looks at what each capability brings, in their order', () => {
    assert.deepEqual(
      checks,
      all((one) => one.checks),
    );
  });

  test('can change nothing', async () => {
    await assert.rejects(inspected().client.query('create table tenor.made (n integer)'), { code: '25006' });
  });

  test('a place of a register that is not reached', async () => {
    const api = (await aCompany()).test;
    const place = `insert into test.monitor_places (company_id, monitor, position, settings, makers, due_at, failures, last_failure, created_at)
      values ($1, 'deceased', 1, '{}', '{}', 9e15, $2, 'The host is not set.', now())`;
    await sql(place, [api.realm.companyId, 1]);
    found(await look(placesCheck), 'warning', /of deceased of the company .* The host is not set/, /file-place/);
    await sql('update test.monitor_places set failures = 3');
    found(await look(placesCheck), 'error', /The host is not set/);
    await sql('delete from test.monitor_places');
    found(await look(placesCheck), 'ok', /is reached/);
  });

  test('a clock that goes wrong', async () => {
    found(await look(clockSkew), 'ok', /as good as none/);
    found(await look(clockSkew, later(2)), 'warning', /2 seconds behind/, /NTP/);
    found(await look(clockSkew, later(-60)), 'error', /60 seconds ahead of/);
  });

  test('changes that are dated in the future, whether their place in the order is given or not', async () => {
    await (await aCompany()).test.made('/people', aPerson());
    const { rows } = await sql('select max(position) as newest from test.event_commits');
    // The clock is stopped, so a slow test finds the same number of seconds.
    const before = (seconds: number) => at(Number(rows[0].newest) - seconds * 1e6);
    const says = async (seconds: number) => (await look(datedAhead, before(seconds))).filter(isOfTest);
    found(await look(datedAhead), 'ok', /No change is dated in the future/);
    found(await says(3_600), 'error', /of test are dated 60 minutes in the future/, /NTP/);
    for (const mode of ['live', 'test'] as const) await house().service.orderEvents(mode);
    found(await says(3_600), 'error', /of test are dated 60 minutes in the future/, /NTP/);
    found(await says(10), 'warning', /of test are dated 10 seconds in the future/);
  });

  test('a disk that fills up', async () => {
    const on = (freeBytes: number, totalBytes: number) =>
      look(space, { ...inspected(), directory: '/data', diskOf: async () => ({ freeBytes, totalBytes }) });
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
    const four = (allowed: number) =>
      look(connections, { ...answering({ allowed, used: 10, processes: 5 }), workers: 4 });
    found(await four(97), 'ok', /10 of 97/);
    found(await four(93), 'warning', /5 processes of Tenor may take 94 connections, and the server allows 93/);
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

  test('migrations that are missing, unknown or other than they were', async () => {
    const name = '0009-people';
    await sql("update tenor.migrations set hash = 'another' where name = $1 and schema_name = 'live'", [name]);
    found(await look(migrations), 'error', /0009-people is another than the one that ran in live/);
    await sql('delete from tenor.migrations where name = $1', [name]);
    found(
      await look(migrations),
      'warning',
      /1 migration of this version did not run in live: 0009-people/,
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
    const looked = await lookAt([failing('42P01'), failing('42501'), failing('XX000'), clockSkew], inspected());
    assert.deepEqual(
      looked.map(({ level }) => level),
      ['warning', 'warning', 'error', 'ok'],
    );
    assert.match(String(looked[0]?.remedy), /tenor migrate/);
  });
});
