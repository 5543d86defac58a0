// The life of the embedded server: made once, shared, killed in every way, stopped by the last process that leaves.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { joinEmbedded } from '../../src/platform/db/embedded/index.ts';
import { eventually } from '../support/eventually.ts';
import {
  ask,
  type Child,
  clusterName,
  connect,
  isRoot,
  killAll,
  killChildren,
  Place,
  serversBelow,
  sessionsOf,
  startChild,
} from './embedded-harness.ts';

const place = new Place();

before(() => place.madeOnce());

after(async () => {
  killChildren();
  const left = serversBelow(place.path);
  killAll(left);
  await eventually('the end of all servers', () => serversBelow(place.path).length === 0);
  place.remove();
  assert.deepEqual(left, [], 'no test leaves a server behind');
});

describe('starting', () => {
  it('makes a durable cluster with a login and a database of its own, and touches no other file', async () => {
    const data = place.empty();
    const first = await joinEmbedded({ dataDirectory: data });
    const key = join(data, 'encryption-key');
    writeFileSync(key, 'secret', { mode: 0o600 });
    const before = statSync(key);
    await ask(first.socketDirectory, 'create table kept as select 1 as n');
    await first.leave();
    assert.equal(existsSync(join(data, 'socket', '.s.PGSQL.5432')), false);

    const second = await joinEmbedded({ dataDirectory: data });
    assert.deepEqual(await ask(second.socketDirectory, 'select n from kept'), [{ n: 1 }]);
    const [settings] = await ask(
      second.socketDirectory,
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
         current_setting('synchronous_commit') as commit, current_setting('listen_addresses') as addresses,
         pg_encoding_to_char(encoding) as encoding, datcollate, pg_get_userbyid(datdba) as owner
       from pg_database where datname = 'tenor'`,
    );
    const right = { fsync: 'on', pages: 'on', commit: 'on', addresses: '', encoding: 'UTF8', datcollate: 'C' };
    assert.deepEqual(settings, { ...right, owner: 'tenor_owner' });
    const after = statSync(key);
    assert.deepEqual([after.uid, after.mode, after.mtimeMs], [before.uid, before.mode, before.mtimeMs]);
    await second.leave();
  });

  it('uses no superuser, and lets nobody into the database who was not let in', async () => {
    const server = await joinEmbedded({ dataDirectory: place.made() });
    const [login] = await ask(
      server.socketDirectory,
      `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = user`,
    );
    const rights = { rolsuper: false, rolcreatedb: false, rolcreaterole: true };
    assert.deepEqual(login, { ...rights, rolreplication: false, rolbypassrls: false });
    const sessions = await ask(
      server.socketDirectory,
      `select distinct usename from pg_stat_activity where backend_type = 'client backend'`,
    );
    assert.deepEqual(sessions, [{ usename: 'tenor_owner' }]);
    await ask(server.socketDirectory, "create role stranger login password 'known'");
    for (const database of ['tenor', 'postgres', 'template1']) {
      const refused = ask(server.socketDirectory, 'select 1', { user: 'stranger', password: 'known', database });
      await assert.rejects(refused, /permission denied for database/);
    }
    await server.leave();
  });

  it('listens only on a socket behind a directory that is closed to others', async () => {
    const server = await joinEmbedded({ dataDirectory: place.made() });
    assert.equal(statSync(server.socketDirectory).mode & 0o777, 0o700);
    assert.equal(statSync(join(server.socketDirectory, '.s.PGSQL.5432')).mode & 0o777, 0o700);
    await server.leave();
  });

  it('writes nothing personal into the log when a statement fails', async () => {
    const data = place.made();
    const server = await joinEmbedded({ dataDirectory: data });
    await assert.rejects(ask(server.socketDirectory, `select '123-45-6789'::int`), /invalid input syntax/);
    await ask(
      server.socketDirectory,
      `create table people (ssn text primary key); insert into people values ('SECRET')`,
    );
    await assert.rejects(ask(server.socketDirectory, `insert into people values ('SECRET')`), /duplicate key/);
    await server.leave();
    assert.doesNotMatch(readFileSync(join(data, 'server.log'), 'utf8'), /123-45-6789|SECRET/);
  });
});

describe('sharing', () => {
  it('serves two processes by one server, which the last one to leave stops', async () => {
    const data = place.made();
    const [one, two] = [startChild(data), startChild(data)];
    const { socketDirectory } = await one.until('joined');
    await two.until('joined');
    const servers = serversBelow(data);
    assert.equal(servers.length, 1);
    await one.leave();
    assert.deepEqual(serversBelow(data), servers);
    assert.equal(two.find('lost'), undefined);
    assert.deepEqual(await ask(socketDirectory!, 'select 1 as n'), [{ n: 1 }]);
    await two.leave();
    assert.deepEqual(serversBelow(data), []);
  });

  it('serves whoever comes in the moment in which the last one leaves', async () => {
    const data = place.made();
    let server = await joinEmbedded({ dataDirectory: data });
    for (let round = 0; round < 20; round += 1) {
      const leaving = pause(round % 5).then(() => server.leave());
      const next = await joinEmbedded({ dataDirectory: data });
      await leaving;
      assert.deepEqual(await ask(next.socketDirectory, 'select 1 as n'), [{ n: 1 }]);
      server = next;
    }
    await Promise.all([server.leave(), server.leave()]);
    assert.deepEqual(serversBelow(data), []);
  });

  it('stops the server and nothing that only carries its arguments, as another starter does', async () => {
    const data = place.made();
    const like = ['-c', 'sleep 60; true', 'flock', `cluster_name=${clusterName(data)}`];
    const starter = spawn('/bin/sh', like, { stdio: 'ignore', detached: true });
    const child = startChild(data);
    await child.until('joined');
    await child.leave();
    assert.deepEqual(serversBelow(data), []);
    assert.equal(starter.signalCode, null);
    process.kill(-starter.pid!, 'SIGKILL');
  });

  it('keeps the server from a Ctrl-C, which is meant for the service', async () => {
    const data = place.made();
    const child = startChild(data, { inOwnGroup: true });
    await child.until('joined');
    const servers = serversBelow(data);
    process.kill(-child.process.pid!, 'SIGINT');
    await child.hasEnded();
    const next = startChild(data);
    await next.until('joined');
    assert.deepEqual(serversBelow(data), servers);
    await next.leave();
  });

  it('counts a killed process as gone', async () => {
    const data = place.made();
    const [one, two] = [startChild(data), startChild(data)];
    await Promise.all([one.until('joined'), two.until('joined')]);
    await one.kill();
    await two.leave();
    assert.deepEqual(serversBelow(data), []);
  });
});

describe('crashing', () => {
  it('keeps what was committed when the service is killed, and then the server', async () => {
    const data = place.made();
    const service = startChild(data);
    const { socketDirectory } = await service.until('joined');
    service.write();
    await eventually('some rows', () => service.events.length > 50);
    await service.kill();
    const [server] = serversBelow(data);
    assert.notEqual(server, undefined, 'the server outlives the service');

    const next = startChild(data);
    await next.until('joined');
    assert.deepEqual(serversBelow(data), [server], 'and is adopted');
    const acknowledged = service.events.findLast(({ event }) => event === 'committed')!.n!;
    const count = async () => (await ask<{ n: number }>(socketDirectory!, 'select count(*)::int as n from kept'))[0]!.n;
    const kept = await count();
    assert.ok(kept >= acknowledged, `${kept} of ${acknowledged} rows`);
    killAll([server!]);
    await next.until('lost');

    const last = startChild(data);
    await last.until('joined');
    assert.equal(await count(), kept);
    await next.leave();
    await last.leave();
    assert.deepEqual(serversBelow(data), []);
  });

  it('ends a server that lost one of its processes, and recovers at the next start', async () => {
    const data = place.made();
    const child = startChild(data);
    await child.until('joined');
    const [server] = serversBelow(data);
    killAll(sessionsOf(data).slice(0, 1));
    await child.until('lost');
    const next = startChild(data);
    await next.until('joined');
    assert.notEqual(serversBelow(data)[0], server);
    await child.leave();
    assert.equal(serversBelow(data).length, 1, 'whoever lost the server is counted no more');
    await next.leave();
    assert.deepEqual(serversBelow(data), []);
  });

  it('lets the last one stop the server even when only its own connection was lost', async () => {
    const data = place.made();
    const child = startChild(data);
    const { socketDirectory } = await child.until('joined');
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tenor presence'`;
    await ask(socketDirectory!, end);
    await child.until('lost');
    await child.leave();
    assert.deepEqual(serversBelow(data), []);
  });

  it('serves all that start at once, whatever is killed meanwhile', async () => {
    const data = place.empty();
    for (const victim of ['making', 'starter', 'server', 'sessions', 'all'] as const) {
      const starters = [1, 2, 3, 4].map(() => startChild(data));
      const survivors = await strike(victim, data, starters);
      for (const child of survivors) await child.until('joined');
      assert.ok(serversBelow(data).length <= 1, `${victim}: one server at a time`);
      const fresh = startChild(data);
      const { socketDirectory } = await fresh.until('joined');
      assert.deepEqual(await ask(socketDirectory!, 'select 1 as n'), [{ n: 1 }]);
      await Promise.all([...survivors, fresh].map((child) => child.leave()));
      assert.deepEqual(serversBelow(data), [], `${victim}: the last one stopped it`);
    }
  });

  /** Kills one kind of process as soon as there is one; returns the starters that still run. */
  async function strike(victim: string, data: string, starters: Child[]): Promise<Child[]> {
    if (victim === 'making') {
      await eventually('initdb', () => existsSync(join(data, 'db.new', 'db', 'global')));
      for (const child of starters.slice(0, 3)) await child.kill();
      return starters.slice(3);
    }
    await Promise.race(starters.map((child) => child.until('joined')));
    if (victim === 'starter') {
      await starters[0]!.kill();
      return starters.slice(1);
    }
    if (victim !== 'sessions') killAll(serversBelow(data));
    if (victim !== 'server') killAll(sessionsOf(data).slice(0, victim === 'all' ? undefined : 1));
    return starters;
  }

  it('starts beside a server that was killed and not yet buried', async () => {
    const data = place.made();
    const parent = startChild(data);
    await parent.until('joined');
    const [server] = serversBelow(data);
    parent.process.kill('SIGSTOP'); // so that it does not ask for its child's end
    killAll([server!]);
    const next = startChild(data);
    await next.until('joined');
    assert.match(readFileSync(`/proc/${server}/stat`, 'utf8'), / Z /, 'the killed server is a zombie');
    await next.leave();
    parent.process.kill('SIGCONT');
    await parent.leave();
  });

  it('believes no pid file, even when its number belongs to a living process of the same user', async () => {
    const data = place.made();
    const child = startChild(data);
    await child.until('joined');
    const pidFile = join(data, 'db', 'postmaster.pid');
    const text = readFileSync(pidFile, 'utf8');
    await child.leave();
    const asServer = isRoot ? ['setpriv', '--reuid', '65534', '--clear-groups'] : [];
    const [command, ...args] = [...asServer, 'sleep', '60'];
    const stranger = spawn(command!, args, { stdio: 'ignore' });
    writeFileSync(pidFile, text.replace(/^\d+/, String(stranger.pid)));
    const next = startChild(data);
    await next.until('joined');
    await next.leave();
    assert.equal(stranger.exitCode, null, 'the stranger is not harmed');
    stranger.kill();
  });

  it('ends the sessions that outlived a killed server', async () => {
    const data = place.made();
    const child = startChild(data);
    const { socketDirectory } = await child.until('joined');
    const busy = await connect(socketDirectory!);
    const [session] = (await busy.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
    const work = assert.rejects(busy.query('select count(*) from generate_series(1, 100000000000)'));
    await eventually('the work to begin', async () => {
      const [row] = await ask<{ state: string }>(
        socketDirectory!,
        `select state from pg_stat_activity where pid = ${session!.pid}`,
      );
      return row?.state === 'active';
    });
    killAll(serversBelow(data));
    await child.until('lost');
    assert.ok(sessionsOf(data).includes(session!.pid), 'the busy session is still there');
    const next = startChild(data);
    await next.until('joined');
    assert.ok(!sessionsOf(data).includes(session!.pid), 'and is not any more');
    await work;
    await next.leave();
    await child.leave();
  });
});
