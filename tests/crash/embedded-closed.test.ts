// What others can do with the embedded database: other users of the machine with its files and its socket, and users of
// one of its logins with the machine.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import pg from 'pg';
import { keyring } from '#platform/crypto/keyring.ts';
import { eventually } from '../support/eventually.ts';
import { type Running, startService } from '../support/process.ts';
import { isRoot, killAll, serversBelow } from './embedded-harness.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'tenor-closed-')));
chmodSync(root, 0o755);
const asRoot = { skip: isRoot ? false : 'needs root' };
const nobody = 65_534;
const as = (uid: number) => ['--reuid', `${uid}`, '--regid', `${uid}`, '--clear-groups'];
const services: Running[] = [];
after(async () => {
  for (const { child } of services) child.kill('SIGKILL');
  killAll(serversBelow(root));
  await eventually('the end of all servers', () => serversBelow(root).length === 0);
  rmSync(root, { recursive: true, force: true });
});

async function serviceIn(dataDirectory: string): Promise<Running> {
  const service = await startService({ dataDirectory });
  services.push(service);
  return service;
}

async function stop(service: Running): Promise<void> {
  service.child.kill('SIGTERM');
  assert.equal(await service.ended(), 0, service.log());
}

/** The paths that another user of the machine can open or connect to. */
function openTo(uid: number, paths: readonly string[]): string[] {
  const child = join(import.meta.dirname, 'stranger-child.ts');
  return JSON.parse(execFileSync('setpriv', [...as(uid), process.execPath, child, ...paths], { encoding: 'utf8' }));
}

const everythingIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name));

/** A value that Linux shows of a process, such as `CapEff`. */
const statusOf = (pid: number, name: string): string =>
  new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';

interface Login {
  readonly user: string;
  readonly password?: string;
}

function loginsOf(dataDirectory: string): Login[] {
  const keys = keyring(Buffer.from(readFileSync(join(dataDirectory, 'encryption.key'), 'utf8').trim(), 'base64'));
  const derived = ['live', 'test', 'jobs'].map((name) => ({
    user: `tenor_${name}`,
    password: keys.loginPassword(name),
  }));
  const password = readFileSync(join(dataDirectory, 'db/tenor_owner.password'), 'utf8').trim();
  return [{ user: 'tenor_owner', password }, ...derived];
}

const clientOf = (dataDirectory: string, login: Login, database = 'tenor') =>
  new pg.Client({ host: join(dataDirectory, 'socket'), database, ssl: false, ...login });

/** Each way that PostgreSQL offers out of the database: to files, to programs, to code, and to more rights. */
const waysOut = (mark: string): readonly string[] => [
  `copy (select 1) to program 'touch ${mark}'`,
  `copy (select 1) to '${mark}'`,
  "create temp table lines (line text); copy lines from program 'cat /etc/passwd'",
  "create temp table lines (line text); copy lines from '/etc/passwd'",
  "select pg_read_file('/etc/passwd')",
  "select pg_read_file('PG_VERSION')",
  "select pg_read_binary_file('/etc/passwd')",
  "select pg_ls_dir('/')",
  "select pg_stat_file('/etc/passwd')",
  'select * from pg_ls_logdir()',
  'select * from pg_ls_waldir()',
  "select lo_import('/etc/passwd')",
  `select lo_export(lo_from_bytea(0, 'x'), '${mark}')`,
  `create tablespace mark location '${dirname(mark)}'`,
  'create extension file_fdw',
  'create extension dblink',
  'create extension plperlu',
  'create extension plpython3u',
  'create language plperlu',
  "create function live.c() returns int language c as 'libc.so.6', 'system'",
  "create function live.i() returns int language internal as 'int4in'",
  'create event trigger e on ddl_command_start execute function pg_event_trigger_ddl_commands()',
  "load '/tmp/mark.so'",
  "alter system set archive_command = 'true'",
  "set session_preload_libraries = 'mark'",
  "set dynamic_library_path = '/tmp'",
  "alter database tenor set session_preload_libraries = 'mark'",
  "alter role current_user set session_preload_libraries = 'mark'",
  'select pg_reload_conf()',
  'set role postgres',
  'set session authorization postgres',
  'alter role postgres login',
  "alter role postgres password 'mark'",
  'alter role current_user superuser',
  'create role mark superuser',
  'create role mark replication',
  'grant postgres to current_user',
  ...['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files', 'pg_monitor'].flatMap((role) => [
    `grant ${role} to current_user`,
    `set role ${role}`,
    `create role mark in role ${role}`,
  ]),
];

async function mustFindNoWayOut(dataDirectory: string): Promise<void> {
  const place = join(root, `open-to-all-${services.length}`);
  mkdirSync(place);
  chmodSync(place, 0o777);
  for (const login of loginsOf(dataDirectory)) {
    const client = clientOf(dataDirectory, login);
    await client.connect();
    for (const way of waysOut(join(place, 'mark'))) {
      const gone = await client.query(`begin; ${way}; rollback`).then(
        () => true,
        () => client.query('rollback').then(() => false),
      );
      assert.equal(gone, false, `${login.user}: ${way}`);
    }
    await client.end();
  }
  assert.deepEqual(readdirSync(place), []);
}

async function mustAskForPasswords(dataDirectory: string): Promise<void> {
  for (const user of ['postgres', 'tenor_owner', 'tenor_live', 'tenor_test', 'tenor_jobs']) {
    for (const password of [undefined, '', 'postgres', 'wrong']) {
      const client = clientOf(dataDirectory, password === undefined ? { user } : { user, password }, 'postgres');
      await assert.rejects(client.connect(), /password|authentication|not permitted/, user);
    }
  }
}

describe('the embedded database of a root', asRoot, () => {
  test('is closed to all other users, also in a directory that was open before', async () => {
    const data = join(root, 'open');
    mkdirSync(data, { mode: 0o755 });
    chmodSync(data, 0o755);
    writeFileSync(join(data, 'of-somebody'), '');
    const service = await serviceIn(data);
    const [server] = serversBelow(data) as [number];
    const around = ['cwd', 'root', 'environ', 'fd', 'mem'].map((name) => `/proc/${server}/${name}`);
    for (const uid of [nobody, 4242]) {
      const open = openTo(uid, [data, ...everythingIn(data), ...around]);
      assert.deepEqual(open.sort(), [data, join(data, 'of-somebody')], `${uid} opened what is not its own`);
    }
    assert.deepEqual(
      ['Uid', 'CapPrm', 'CapEff', 'CapAmb', 'CapBnd'].map((name) => Number(`0x${statusOf(server, name)}`)),
      [0x65529, 0, 0, 0, 0],
    );
    assert.equal(statusOf(server, 'NoNewPrivs'), '1');
    await mustAskForPasswords(data);
    await mustFindNoWayOut(data);
    await stop(service);
  });

  test('keeps one capability behind a closed directory, and no login comes out by it', async () => {
    const closed = join(root, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const data = join(closed, 'data');
    const service = await serviceIn(data);
    const [server] = serversBelow(data) as [number];
    const dacReadSearch = 1 << 2;
    assert.deepEqual(
      ['CapEff', 'CapBnd'].map((name) => Number(`0x${statusOf(server, name)}`)),
      [dacReadSearch, dacReadSearch],
    );
    await mustFindNoWayOut(data);
    await stop(service);
  });

  test('runs as the user to whom the directory was given', async () => {
    const data = join(root, 'given');
    mkdirSync(data, { mode: 0o700 });
    chownSync(data, nobody, nobody);
    const service = await serviceIn(data);
    const [server] = serversBelow(data) as [number];
    assert.deepEqual([statusOf(server, 'Uid'), statusOf(server, 'CapEff')], [`${nobody}`, '0'.repeat(16)]);
    await mustAskForPasswords(data);
    await stop(service);
  });
});

describe('a data directory whose password file is gone', () => {
  test('gets a new password at the next start, and is as closed as before', async () => {
    const data = join(root, 'forgotten');
    await stop(await serviceIn(data));
    const [owner] = loginsOf(data);
    rmSync(join(data, 'db/tenor_owner.password'));
    const service = await serviceIn(data);
    assert.notEqual(loginsOf(data)[0]?.password, owner?.password);
    await assert.rejects(clientOf(data, owner as Login).connect(), /password/);
    await mustAskForPasswords(data);
    await mustFindNoWayOut(data);
    if (isRoot) {
      assert.equal(statSync(join(data, 'db')).uid, 65_529);
      assert.deepEqual(openTo(nobody, [data, ...everythingIn(data)]), []);
    }
    await stop(service);
  });
});
