// A data directory of an older PostgreSQL: a start is refused with a clear message, a command upgrades it, and it stays
// complete whenever that command is killed.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Server } from '#platform/db/connection.ts';
import { openHome } from '#platform/db/embedded/home.ts';
import { joinEmbedded } from '#platform/db/embedded/index.ts';
import { serverCommand, underLock } from '#platform/db/embedded/server-process.ts';
import { checksums } from '../support/checksums.ts';
import { runTenor } from '../support/command.ts';
import { fillService } from '../support/kept-data.ts';
import { skipWithout15, startPostgres15 } from '../support/old-postgres.ts';
import { startService, tenor } from '../support/process.ts';
import { killAll, serversBelow } from './embedded-harness.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-major-'));
const children = new Set<ChildProcess>();
after(() => {
  for (const child of children) child.kill('SIGKILL');
  killAll(serversBelow(root));
  rmSync(root, { recursive: true, force: true });
});

async function contentOf(server: Server): Promise<Record<string, string>> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    return await checksums(client);
  } finally {
    await client.end();
  }
}

const encryptionKey = Buffer.alloc(32, 7).toString('base64');

/** Made by the old programs, with people and loans. */
async function makeOldDirectory(dataDirectory: string): Promise<Record<string, string>> {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDirectory, 'encryption.key'), encryptionKey, { mode: 0o600 });
  const old = await startPostgres15(dataDirectory);
  try {
    const environment = { DATABASE_URL: old.url, ENCRYPTION_KEY: encryptionKey };
    const service = await startService({ dataDirectory, environment });
    try {
      await fillService(service);
    } finally {
      service.child.kill('SIGTERM');
      await service.ended();
    }
    return await contentOf(old.server);
  } finally {
    await old.stop();
    await old.release();
  }
}

const majorOf = (db: string): string => readFileSync(join(db, 'PG_VERSION'), 'utf8').trim();
const asideOf = (dataDirectory: string): string[] =>
  readdirSync(dataDirectory).filter((name) => name.startsWith('db.postgresql-15.'));

async function mustBeBroughtOver(dataDirectory: string, content: Record<string, string>): Promise<void> {
  assert.equal(majorOf(join(dataDirectory, 'db')), '18');
  const [aside, ...more] = asideOf(dataDirectory);
  assert.match(aside ?? '', /^db\.postgresql-15\.\d{4}-\d\d-\d\d$/);
  assert.deepEqual(more, []);
  assert.equal(majorOf(join(dataDirectory, aside as string)), '15');
  assert.ok(!existsSync(join(dataDirectory, 'upgrade')), 'nothing of the work is left');
  const embedded = await joinEmbedded({ dataDirectory });
  try {
    assert.deepEqual(await contentOf(embedded.server), content);
  } finally {
    await embedded.leave();
  }
}

/** Kills the command as soon as `isTime`. Returns its exit code if it ended before. */
async function upgradeKilled(dataDirectory: string, isTime: () => boolean): Promise<number | null> {
  const { child, ended } = runTenor({ dataDirectory }, 'database', 'upgrade');
  children.add(child);
  while (child.exitCode === null && !isTime()) await sleep(1);
  child.kill('SIGKILL');
  return (await ended).code;
}

describe('a data directory of an older PostgreSQL', skipWithout15, () => {
  const [dataDirectory, another] = [join(root, 'data'), join(root, 'another')];
  let content: Record<string, string>;
  before(async () => {
    content = await makeOldDirectory(dataDirectory);
    execFileSync('cp', ['-a', dataDirectory, another]);
  });

  test('is refused with the command to run, and brought over by it', async () => {
    const refused = tenor({ dataDirectory }, 'migrate');
    assert.equal(refused.code, 1);
    assert.match(
      refused.output,
      /made by PostgreSQL 15, and this Tenor brings PostgreSQL 18\. .*"tenor database upgrade"/,
    );

    const wrong = tenor({ dataDirectory }, 'database', 'upgrade', '--old-binaries', root);
    assert.equal(wrong.code, 1);
    assert.match(wrong.output, /has no bin\/postgres\. Install them and name their directory/);

    const running = await startPostgres15(dataDirectory);
    const inUse = tenor({ dataDirectory }, 'database', 'upgrade');
    await running.stop();
    await running.release();
    assert.equal(inUse.code, 1);
    assert.match(inUse.output, /is in use\. Stop the service/);

    const { code, output } = tenor(
      { dataDirectory },
      'database',
      'upgrade',
      '--old-binaries',
      '/usr/lib/postgresql/15/bin',
    );
    assert.equal(code, 0, output);
    assert.match(output, /brought over from PostgreSQL 15 to 18\. Start Tenor\./);
    assert.match(
      output,
      /The old one is .*db\.postgresql-15\.\S+\. Once "tenor verify" finds nothing .* may be deleted/,
    );
    await mustBeBroughtOver(dataDirectory, content);
    const again = tenor({ dataDirectory }, 'database', 'upgrade');
    assert.deepEqual(
      [again.code, again.output],
      [0, 'The database is of the present PostgreSQL already: nothing to do.\n'],
    );
    const verified = tenor({ dataDirectory }, 'verify');
    assert.equal(verified.code, 0, verified.output);
  });

  // In the background a shell ignores SIGINT, and so did the server while it started: a server that was stopped then
  // kept running.
  test('is let go of whenever the command dies, also while the old server is only coming up', async () => {
    const home = await openHome(another, 15);
    const [command, ...underIt] = underLock(home);
    const server = serverCommand(home, '/usr/lib/postgresql/15', 15);
    for (let ms = 0; ms < 80; ms += 8) {
      const args = [...underIt, '/bin/sh', 'src/platform/db/embedded/hold.sh', ...server];
      const holder = spawn(command, args, { stdio: ['pipe', 'ignore', 'ignore'] });
      children.add(holder);
      const ended = once(holder, 'exit');
      await sleep(ms);
      holder.stdin.end();
      assert.ok(
        await Promise.race([ended, sleep(10_000, undefined, { ref: false })]),
        `after ${ms} ms the lock is held for ever`,
      );
    }
  });

  test('is whole whenever the command is killed, and a repeat goes on', async () => {
    const workshop = join(another, 'upgrade');
    const moments: readonly (() => boolean)[] = [
      () => existsSync(workshop),
      () => existsSync(join(workshop, 'new', 'db.new')),
      () => existsSync(join(workshop, 'backup')),
      () => existsSync(join(workshop, 'is-whole')),
    ];
    let isDone = false;
    for (const isTime of moments) {
      isDone = (await upgradeKilled(another, isTime)) === 0;
      // Either the old one is in its place, and only the command runs its server; or the new one is, or is one step
      // away.
      if (existsSync(join(another, 'db')) && majorOf(join(another, 'db')) === '15') {
        assert.deepEqual(asideOf(another), []);
      }
    }
    const { code, output } = isDone
      ? { code: 0, output: '' }
      : tenor({ dataDirectory: another }, 'database', 'upgrade');
    assert.equal(code, 0, output);
    await mustBeBroughtOver(another, content);
  });

  test('killed between the two names is finished by the next start', async () => {
    // The state after a kill in the one instant without a cluster.
    const workshop = join(dataDirectory, 'upgrade');
    mkdirSync(join(workshop, 'new'), { recursive: true, mode: 0o700 });
    writeFileSync(join(workshop, 'is-whole'), '');
    execFileSync('mv', [join(dataDirectory, 'db'), join(workshop, 'new', 'db')]);
    const started = tenor({ dataDirectory }, 'migrate');
    assert.equal(started.code, 0, started.output);
    assert.ok(!started.output.includes('Making a new'), started.output);
    await mustBeBroughtOver(dataDirectory, content);
  });
});
