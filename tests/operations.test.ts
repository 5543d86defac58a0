// What stands in operations/: alerts and panels name metrics that there are, each alert is silent while all is well, and
// fires in the state that it is for.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { load } from 'js-yaml';
import pg from 'pg';
import { commands } from '#app/commands.ts';
import { machineClock } from '#platform/clock.ts';
import { settings } from '#platform/config.ts';
import { makeMetrics } from '#platform/metrics.ts';
import { metricsOfParent } from '../scripts/monitoring-document.ts';
import { fillRow } from './support/filled-row.ts';
import { aPerson, useHouse } from './support/house.ts';
import { evaluate, metricsIn, type Sample, samplesOf } from './support/promql.ts';
import { scraped } from './support/scraped.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly remedy: string };
}

const { groups } = load(readFileSync('operations/prometheus/rules.yml', 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboard = readFileSync('operations/grafana/dashboard.json', 'utf8');
const panels = (JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] }).panels;
const drawn = panels.flatMap(({ targets }) => targets ?? []).map(({ expr }) => expr);

const with_ = (samples: readonly Sample[], changed: Readonly<Record<string, number>>): Sample[] =>
  samples.map((sample) => ({ ...sample, value: changed[sample.name] ?? sample.value }));

/** What depends on the machine of the test, and on processes that no test of this file starts. */
const ofAnyMachine = {
  workers_running: 1,
  workers_wanted: 1,
  long_work_running: 1,
  tenor_disk_free_bytes: 50e9,
  tenor_disk_size_bytes: 100e9,
  clock_offset_seconds: 0,
  database_waiting: 0,
};

describe('alerts and panels', () => {
  let owner: pg.Client;
  // This runs before the house closes, because a database with open connections cannot be dropped.
  after(() => owner?.end());
  const { house, aCompany } = useHouse({ works: false, config: { dataDirectory: process.cwd() } });
  let well: Sample[];
  let companyId: string;

  /** What Prometheus holds of one that answers: it adds `up` itself, and the parent of several processes adds its own. */
  const held = async (): Promise<Sample[]> => {
    const up: Sample = { name: 'up', labels: { job: 'tenor' }, value: 1 };
    return with_([up, ...samplesOf(await scraped(house())), ...samplesOf(await metricsOfParent())], ofAnyMachine);
  };
  const firing = (now: readonly Sample[], earlier = well): string[] =>
    rules
      .filter(({ expr }) => evaluate(expr, { before: earlier, now, seconds: 60 }).length > 0)
      .map(({ alert }) => alert);

  before(async () => {
    owner = new pg.Client(house().service.database.server);
    await owner.connect();
    const company = await aCompany();
    companyId = company.id;
    await company.live.made('/people', aPerson());
    for (const mode of ['live', 'test'] as const) await house().service.orderEvents(mode);
    await owner.query('insert into live.backups (made_at) values (now())');
    well = await held();
  });

  test('name metrics that there are', () => {
    const names = new Set(well.map(({ name }) => name));
    for (const expr of [...rules.map((rule) => rule.expr), ...drawn]) {
      for (const name of metricsIn(expr)) assert.ok(names.has(name), `${name} of ${expr}`);
    }
    assert.ok(rules.length > 20 && drawn.length > 30);
  });

  test('read metrics whose names are as Prometheus asks: units in full, _total for what only grows', async () => {
    const { body } = await house().call(undefined, 'GET', 'http://tenor.test/metrics');
    const told = [...`${body}\n${await metricsOfParent()}`.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
    assert.ok(told.length > 50);
    for (const [, name = '', type] of told) {
      assert.doesNotMatch(name, /_(ns|us|ms|s|sec|secs|b|kb|mb|gb|pct)$/);
      assert.equal(name.endsWith('_total'), type === 'counter', name);
    }
  });

  test('say what to do, by commands that there are', () => {
    const named = new Set(commands.map(({ name }) => name));
    for (const { alert, labels, annotations } of rules) {
      assert.ok(['page', 'ticket'].includes(labels.severity), alert);
      assert.ok(annotations.summary.length > 10 && annotations.remedy.length > 10, alert);
      for (const [, words = ''] of annotations.remedy.matchAll(/"tenor ([a-z ]+)"/g)) {
        assert.ok(named.has(words), `${alert}: tenor ${words}`);
      }
    }
  });

  test('are silent while all is well', () => {
    assert.deepEqual(firing(well), []);
    for (const expr of drawn) evaluate(expr, { before: well, now: well, seconds: 60 });
  });

  const shown = new Set<string>();
  const shows = (now: readonly Sample[], ...alerts: string[]): void => {
    assert.deepEqual(firing(now), alerts);
    for (const alert of alerts) shown.add(alert);
  };

  const late = (): number => machineClock.micros() - 3_600_000_000;
  const state = (table: string, values: () => Record<string, unknown>, ...alerts: string[]): void => {
    test(`${alerts.join(' and ')}: rows of ${table}`, async () => {
      await fillRow(owner, 'live', table, values());
      try {
        shows(await held(), ...alerts);
      } finally {
        await owner.query(`delete from live.${table} where ${Object.keys(values())[0]} = 'x'`);
      }
    });
  };
  state('outbox', () => ({ subject_id: 'x', position: late() }), 'TenorQueueWaits');
  state('waiting_commits', () => ({ subject_id: 'x', position: late() }), 'TenorQueueWaits');
  state('operations', () => ({ id: 'x', state: 'queued', position: late() }), 'TenorQueueWaits');
  state(
    'messages',
    () => ({ id: 'x', recorded_at: late(), due_at: 1, channel: 'email', state: 'queued' }),
    'TenorQueueWaits',
  );
  state('payment_notices', () => ({ event_id: 'x', due_at: late(), state: 'kept' }), 'TenorQueueWaits');
  state('payment_attempts', () => ({ id: 'x', state: 'unknown', asked: 5 }), 'TenorOrdersWithoutAnswer');
  state(
    'payment_attempts',
    () => ({ id: 'x', state: 'unknown', asked: 9 }),
    'TenorOrdersWithoutAnswer',
    'TenorOrdersLost',
  );
  state('payment_breaks', () => ({ id: 'x' }), 'TenorBreaksOpen');
  state('money_switches', () => ({ company_id: 'x', stopped_at: new Date() }), 'TenorPaymentsStopped');
  state('payment_provider_work', () => ({ provider_id: 'x', failures: 3 }), 'TenorPaymentProviderFails');
  // Tried in vain, and to be tried again in an hour.
  const inVain = () => ({ due_at: machineClock.micros() + 3_600_000_000, tries: 4 });
  state('payment_notices', () => ({ event_id: 'x', state: 'kept', ...inVain() }), 'TenorWorkInVain');
  const message = () => ({ id: 'x', recorded_at: machineClock.micros(), channel: 'email', state: 'queued' });
  state('messages', () => ({ ...message(), ...inVain(), tries: 5 }), 'TenorWorkInVain');
  const file = { direction: 'out', kind: 'forward', state: 'released' };
  state('ach_files', () => ({ id: 'x', ...file, ...inVain() }), 'TenorAchFilesStuck');
  state('ach_readings', () => ({ id: 'x', state: 'applying', ...inVain() }), 'TenorAchFilesStuck');
  state('ach_rate_standings', () => ({ originator: 'x', rate: 'all', standing: 'above' }), 'TenorAchReturnsTooMany');
  state('webhook_work', () => ({ webhook_id: 'x', failures: 99 }), 'TenorWebhooksFail');

  test('work in vain of each queue raises one alert', () => {
    const queues = well.filter(({ name }) => name === 'tenor_work_in_vain');
    assert.ok(queues.length > 0);
    for (const queue of queues) {
      const raised = firing(well.map((one) => (one === queue ? { ...one, value: 1 } : one)));
      assert.equal(raised.length, 1, `${queue.labels.queue}: ${raised.join(', ')}`);
    }
  });

  test('TenorLoansBehind: a loan that was due hours ago', async () => {
    const [{ person_id: person }] = (await owner.query('select person_id from live.people limit 1')).rows;
    const owned = { person_id: person, company_id: companyId };
    await fillRow(owner, 'live', 'loans', { ...owned, id: 'x', status: 'active' });
    await fillRow(owner, 'live', 'loan_standing', {
      ...owned,
      loan_id: 'x',
      next_action_at: new Date(late() / 1_000),
    });
    shows(await held(), 'TenorLoansBehind');
    await owner.query("delete from live.loan_standing where loan_id = 'x'");
    await owner.query("delete from live.loans where id = 'x'");
  });

  test('TenorBackupOld: no backup, and one of the day before yesterday', async () => {
    await owner.query('delete from live.backups');
    shows(await held(), 'TenorBackupOld');
    await owner.query("insert into live.backups (made_at) values (now() - interval '48 hours')");
    shows(await held(), 'TenorBackupOld');
    await owner.query('insert into live.backups (made_at) values (now())');
  });

  test('TenorNotReady and TenorFails: a full disk', async () => {
    const { whyRefused } = house().service.database.writes;
    Object.assign(house().service.database.writes, { whyRefused: async () => 'the disk is full' });
    const answers = await Promise.all(
      [1, 2].map(() => house().call(undefined, 'GET', 'http://tenor.test/health/ready')),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [503, 503],
    );
    const once = await held();
    await house().call(undefined, 'GET', 'http://tenor.test/health/ready');
    const now = await held();
    Object.assign(house().service.database.writes, { whyRefused });
    assert.deepEqual(firing(now, once), ['TenorNotReady', 'TenorFails']);
    for (const alert of ['TenorNotReady', 'TenorFails']) shown.add(alert);
  });

  test('TenorSlow: requests of several seconds', async () => {
    const metrics = makeMetrics();
    metrics.request('GET', '/api/people', 200, 0.01);
    metrics.request('GET', '/api/people', 200, 3);
    const first = samplesOf(await metrics.text());
    for (let n = 0; n < 3; n++) metrics.request('GET', '/api/people', 200, 3);
    assert.deepEqual(firing(samplesOf(await metrics.text()), first), ['TenorSlow']);
    shown.add('TenorSlow');
  });

  /** Where another test shows that the metric follows the state, the value is enough here. */
  test('those whose metrics other tests bring about', () => {
    shows(
      well.map((one) => (one.name === 'up' ? { ...one, value: 0 } : one)),
      'TenorDown',
    );
    shows(with_(well, { requests_refused_total: 600 }), 'TenorRefuses');
    shows(with_(well, { database_waiting: 3 }), 'TenorConnectionsWaitedFor');
    shows(with_(well, { workers_running: 1, workers_wanted: 2 }), 'TenorWorkersMissing');
    shows(with_(well, { workers_started_again_total: 5 }), 'TenorWorkersEnd');
    shows(with_(well, { long_work_running: 0 }), 'TenorLongWorkMissing');
    shows(with_(well, { tenor_disk_free_bytes: 9, tenor_disk_size_bytes: 100 }), 'TenorDiskFillsUp', 'TenorDiskFull');
    shows(with_(well, { tenor_blobs_without_bytes: 1 }), 'TenorContentsLost');
    shows(with_(well, { clock_offset_seconds: -2 }), 'TenorClockWrong');
    shows(with_(well, { clock_jumps_total: 1 }), 'TenorClockJumped');
    const other = { name: 'tenor_build_info', labels: { version: 'another' }, value: 1 };
    shows([...well, other], 'TenorVersionsDiffer');
  });

  test('all have been shown', () => {
    assert.deepEqual(
      rules.map(({ alert }) => alert).filter((alert) => !shown.has(alert)),
      [],
    );
  });
});

describe('units', () => {
  const read = (file: string): string => readFileSync(`operations/systemd/${file}`, 'utf8');
  const names = new Set(settings.map(({ name }) => name));
  const ofBackups = ['BACKUP_DIR', 'BACKUP_KEEP_DAYS'];

  test('name settings, files and commands that there are', () => {
    for (const file of ['tenor.service', 'tenor-backup.service']) {
      const [, given = ''] = /^Environment=(.*)$/m.exec(read(file)) ?? [];
      for (const [, name = ''] of given.matchAll(/(\w+)=/g)) {
        assert.ok(names.has(name) || name === 'NODE_ENV' || ofBackups.includes(name), name);
      }
      const [, program = ''] = /^ExecStart=(?:\/usr\/local\/bin\/node |\/opt\/tenor\/)(\S+)/m.exec(read(file)) ?? [];
      assert.ok(existsSync(program), program);
      assert.match(read(file), /^SystemCallFilter=@system-service$/m);
      assert.doesNotMatch(read(file), /^MemoryDenyWriteExecute/m, 'it kills Node.js');
    }
    assert.match(read('tenor-backup.timer'), /^OnCalendar=/m);
    for (const [, name = ''] of read('backup.sh').matchAll(/"\$tenor" ([a-z ]+) "\$file"/g)) {
      assert.ok(
        commands.some((command) => command.name === name),
        name,
      );
    }
  });

  /** A command that writes the file of a backup, or fails, in place of Node. */
  function backUp(places: { readonly of: string; readonly fails?: string; readonly days?: string }) {
    const fake = join(places.of, 'node');
    writeFileSync(
      fake,
      `#!/bin/sh\nshift; [ "$*" != "" ] || exit 9\n${places.fails ?? ''}\n[ "$2" = verify ] || : > "$2"\n`,
    );
    chmodSync(fake, 0o700);
    const env = { PATH: process.env.PATH, NODE: fake, BACKUP_DIR: places.of, BACKUP_KEEP_DAYS: places.days ?? '30' };
    return spawnSync('sh', ['operations/systemd/backup.sh'], { env, encoding: 'utf8' });
  }

  test('a backup that was proved lets go of old ones, and one that failed of none', (t) => {
    const of = mkdtempSync(join(tmpdir(), 'tenor-backups-'));
    t.after(() => rmSync(of, { recursive: true }));
    const aged = (name: string, days: number) => {
      const then = new Date(Date.now() - days * 86_400_000);
      writeFileSync(join(of, name), '');
      utimesSync(join(of, name), then, then);
    };
    aged('tenor-old.backup', 40);
    aged('tenor-new.backup', 20);
    aged('notes.txt', 400);
    const kept = () =>
      readdirSync(of)
        .filter((name) => name !== 'node')
        .sort();
    for (const fails of ['exit 1', '[ "$2" != verify ] || exit 1']) assert.notEqual(backUp({ of, fails }).status, 0);
    assert.ok(kept().includes('tenor-old.backup'), 'nothing went');
    assert.equal(backUp({ of, days: 'many' }).status, 2);
    const done = backUp({ of });
    assert.equal(done.status, 0, done.stderr);
    assert.ok(!kept().includes('tenor-old.backup'));
    assert.ok(kept().includes('tenor-new.backup') && kept().includes('notes.txt'));
    assert.ok(kept().some((name) => /^tenor-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/.test(name)));
  });
});

describe('proxies', () => {
  const { house } = useHouse({ works: false, config: { trustProxy: '127.0.0.1' } });
  const port = settings.find(({ name }) => name === 'PORT')?.standard;

  for (const file of ['Caddyfile', 'nginx.conf']) {
    test(`${file} sends to the port of the service, and closes what is for its operators`, async () => {
      const text = readFileSync(`operations/proxies/${file}`, 'utf8');
      assert.match(text, new RegExp(`127\\.0\\.0\\.1:${port}\\b`));
      for (const path of ['/metrics', '/health/ready']) {
        assert.ok(text.includes(path), path);
        assert.notEqual((await house().call(undefined, 'GET', `http://tenor.test${path}`)).status, 404, path);
      }
      assert.match(text, /keepalive(_timeout)? 60s/);
    });
  }
});
