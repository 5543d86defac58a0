// Backup and restore as processes: under load, between servers of two versions, and killed in the middle.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Server } from '#platform/db/connection.ts';
import { joinEmbedded } from '#platform/db/embedded/index.ts';
import { checksums } from '../support/checksums.ts';
import { type RunningCommand, runTenor } from '../support/command.ts';
import { eventually } from '../support/eventually.ts';
import { skipWithout15, startPostgres15 } from '../support/old-postgres.ts';
import { unbalanced } from '../support/posted.ts';
import { liveKey, type Running, startService, tenor, testKey } from '../support/process.ts';
import { loanBody } from '../support/world.ts';
import { ask, killAll, serversBelow } from './embedded-harness.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-backup-'));
const file = join(root, 'backup.tenor');
const source = join(root, 'source');
let service: Running | undefined;
let old: Awaited<ReturnType<typeof startPostgres15>> | undefined;
const commands = new Set<RunningCommand>();
after(async () => {
  service?.child.kill('SIGKILL');
  await old?.release();
  for (const { child } of commands) child.kill('SIGKILL');
  killAll(serversBelow(root));
  rmSync(root, { recursive: true, force: true });
});

async function made(running: Running, path: string, body: object, key = testKey): Promise<{ id: string }> {
  const answer = await running.call('POST', path, body, { 'x-api-key': key });
  const text = await answer.text();
  assert.ok(answer.status < 300, text);
  return JSON.parse(text).data;
}

async function aLoan(running: Running, externalId: string): Promise<void> {
  const person = await made(running, '/people', { externalId, name: { firstName: 'Ada', lastName: 'Lovelace' } });
  const { id } = await made(running, `/people/${person.id}/loans`, loanBody);
  await made(running, `/people/${person.id}/loans/${id}/activate`, {});
  const payment = { type: 'oneTime', isExternal: true, status: 'succeeded', amount: 12.34 };
  await made(running, `/people/${person.id}/loans/${id}/transactions?sync=true`, payment);
}

async function stop(running: Running): Promise<void> {
  running.child.kill('SIGTERM');
  assert.equal(await running.ended(), 0);
}

async function withClient<T>(server: Server, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function inEmbedded<T>(dataDirectory: string, work: (server: Server) => Promise<T>): Promise<T> {
  const embedded = await joinEmbedded({ dataDirectory });
  try {
    return await work(embedded.server);
  } finally {
    await embedded.leave();
  }
}

const keyOf = (dataDirectory: string): string => readFileSync(join(dataDirectory, 'encryption.key'), 'utf8').trim();

function newPlace(name: string): string {
  const dataDirectory = join(root, name);
  mkdirSync(dataDirectory, { mode: 0o700 });
  copyFileSync(join(source, 'encryption.key'), join(dataDirectory, 'encryption.key'));
  return dataDirectory;
}

/** Kills the command as soon as `isTime`. */
async function killedAt(command: RunningCommand, isTime: (output: string) => boolean): Promise<void> {
  commands.add(command);
  while (!isTime(command.output())) {
    assert.equal(command.child.exitCode, null, command.output());
    await sleep(1);
  }
  command.child.kill('SIGKILL');
  await command.ended;
}

/** Each restore says when it stopped the payments and raises the last place of events, and each backup says that it was made. */
const changedByThem = /\.(money_switches|backups|event_places)$/;

describe('a backup of a service at work', () => {
  test('has every acknowledged write, and goes to PostgreSQL 15 and back', skipWithout15, async () => {
    service = await startService({ dataDirectory: source });
    await aLoan(service, 'first');
    await made(service, '/test-clock/advance', { to: '2031-01-01T00:00:00Z' });
    const acknowledged: string[] = [];
    const stopping = new AbortController();
    // In the other mode: while the clock of the test mode is moved, nobody can write there.
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let i = 0; !stopping.signal.aborted; i++) {
        const person = { externalId: `w${writer}-${i}`, name: { firstName: 'Ada', lastName: 'Byron' } };
        await made(service as Running, '/people', person, liveKey);
        acknowledged.push(person.externalId);
      }
    });
    const many = async () => {
      while (acknowledged.length < 40 && !stopping.signal.aborted) await sleep(5);
    };
    await Promise.race([many(), ...writers]).finally(() => setTimeout(() => stopping.abort(), 30_000).unref());
    const before = [...acknowledged];
    const backedUp = await runTenor({ dataDirectory: source }, 'backup', file).ended;
    const atTheEnd = acknowledged.length;
    stopping.abort();
    await Promise.all(writers);
    assert.equal(backedUp.code, 0, backedUp.output);
    assert.ok(atTheEnd > before.length, 'the service went on');
    assert.match(backedUp.output, /[\d,]+ rows of \d+ tables, as of \d{4}/);
    assert.match(backedUp.output, /encryption key is not in it.* in .*source\/encryption\.key: keep a copy/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    await stop(service);

    old = await startPostgres15(newPlace('fifteen'));
    const own = { DATABASE_URL: old.url, ENCRYPTION_KEY: keyOf(source) };
    const place = { dataDirectory: join(root, 'nowhere'), environment: own };
    const restored = tenor(place, 'restore', file);
    assert.equal(restored.code, 0, restored.output);
    service = await startService(place);
    for (const externalId of before) {
      const answer: Response = await service.call('GET', `/people/ext-${externalId}`, undefined, {
        'x-api-key': liveKey,
      });
      assert.equal(answer.status, 200, `${externalId} is missing`);
    }
    await mustEnd(old.server);
    await stop(service);
    const verified = tenor(place, 'verify');
    assert.equal(verified.code, 0, verified.output);
    assert.deepEqual((await withClient(old.server, (client) => client.query(unbalanced()))).rows, []);

    const second = join(root, 'second.tenor');
    assert.equal(tenor(place, 'backup', second).code, 0);
    const content = await withClient(old.server, contentIn);
    await old.stop();
    await old.release();
    const back = newPlace('back');
    const again = tenor({ dataDirectory: back }, 'restore', second);
    assert.equal(again.code, 0, again.output);
    assert.deepEqual(await inEmbedded(back, (server) => withClient(server, contentIn)), content);
  });

  async function contentIn(client: Parameters<typeof checksums>[0]) {
    for (const mode of ['live', 'test']) {
      const { rows } = await client.query(`select reason from ${mode}.money_switches`);
      assert.match(rows[0].reason, /^restored from a backup of /);
      const places = `select last_sequence::int as place from ${mode}.event_places where name = 'events'`;
      assert.ok((await client.query(places)).rows[0].place >= 1_000_000, 'no place is given again');
    }
    return Object.entries(await checksums(client)).filter(([table]) => !changedByThem.test(table));
  }

  /** Operations that were under way when the backup was made must end. */
  async function mustEnd(server: Server): Promise<void> {
    const open =
      "select kind from test.operations where state in ('queued', 'running') union all select job from test.outbox";
    await withClient(server, async (client) => {
      await eventually('all operations have ended', async () => (await client.query(open)).rows.length === 0);
    });
  }
});

describe('a backup or a restore that is killed', () => {
  test('leaves no file, or an empty database that can be restored into', async () => {
    const place = { dataDirectory: source };
    // Stops the service even if the test before failed.
    service?.child.kill('SIGTERM');
    await service?.ended();
    if (service === undefined) {
      service = await startService(place);
      await stop(service);
    }
    // Enough data to be interrupted in the middle.
    await inEmbedded(source, ({ host }) =>
      ask(
        String(host),
        `insert into test.deleted_positions (subject_id, id, company_id, position, sort_values)
         select 's' || n, md5(n::text), 'CP-AAAA-AAAA', n, '{}' from generate_series(1, 200000) n`,
      ),
    );
    const target = join(root, 'killed', 'backup.tenor');
    mkdirSync(join(root, 'killed'));
    const parts = () => readdirSync(join(root, 'killed'));
    const isWriting = () => parts().some((name) => statSync(join(root, 'killed', name)).size > 100_000);
    await killedAt(runTenor(place, 'backup', target), isWriting);
    assert.ok(!parts().includes('backup.tenor'), 'a file of that name is a whole one');
    for (const name of parts()) rmSync(join(root, 'killed', name));

    const stopped = runTenor(place, 'backup', target);
    while (!isWriting()) await sleep(1);
    stopped.child.kill('SIGINT');
    const { code, output } = await stopped.ended;
    assert.equal(code, 1, output);
    assert.match(output, /Stopped\. No backup was written\./);
    assert.deepEqual(parts(), [], 'told to stop, it tidies up');
    assert.equal(tenor(place, 'backup', target).code, 0);
    const refused = tenor(place, 'backup', target);
    assert.equal(refused.code, 1);
    assert.match(refused.output, /is there already\. Choose another name, or replace it with --force/);
    assert.equal(tenor(place, 'backup', target, '--force').code, 0);
    const checked = tenor(place, 'backup', 'verify', target);
    assert.equal(checked.code, 0);
    assert.match(checked.output, /It is whole, and as it was written with the encryption key that is set here/);

    const dataDirectory = newPlace('restored');
    const moments = [/bytes loaded/, /Making keys and indexes/, /Bringing it up to date/];
    for (const word of moments) {
      await killedAt(runTenor({ dataDirectory }, 'restore', target), (said) => word.test(said));
      const schemas = await inEmbedded(dataDirectory, ({ host }) =>
        ask(String(host), "select nspname from pg_namespace where nspname in ('tenor', 'live', 'test')"),
      );
      assert.deepEqual(schemas, [], 'nothing is left of it');
    }
    const restored = tenor({ dataDirectory }, 'restore', target);
    assert.equal(restored.code, 0, restored.output);
    const again = tenor({ dataDirectory }, 'restore', target);
    assert.match(again.output, /has a company already/);
    const content = async (directory: string) => {
      const sums = await inEmbedded(directory, (server) => withClient(server, checksums));
      return Object.entries(sums).filter(([table]) => !changedByThem.test(table));
    };
    assert.deepEqual(await content(dataDirectory), await content(source));
  });

  test('a restore with no key, or another, says so before there is a database', () => {
    const target = join(root, 'killed', 'backup.tenor');
    const dataDirectory = join(root, 'keyless');
    const without = tenor({ dataDirectory }, 'restore', target);
    assert.equal(without.code, 1);
    assert.match(without.output, /The encryption key of the backup is needed.*keyless\/encryption\.key/);
    const environment = { ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64') };
    const wrong = tenor({ dataDirectory, environment }, 'restore', target);
    assert.equal(wrong.code, 1);
    assert.match(wrong.output, /made with another encryption key than the one set here/);
    assert.ok(!readdirSync(root).includes('keyless'));
    const found = tenor({ dataDirectory }, 'backup', 'verify', target);
    assert.equal(found.code, 0);
    assert.match(found.output, /No encryption key is set here/);
    const given = { ENCRYPTION_KEY: keyOf(source) };
    const restored = tenor({ dataDirectory, environment: given }, 'restore', target);
    assert.equal(restored.code, 0, restored.output);
    assert.match(restored.output, /ENCRYPTION_KEY is needed at every start\. It was not written to .*encryption\.key/);
  });
});
