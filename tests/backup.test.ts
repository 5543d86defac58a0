// A backup contains all of a database at one moment, and is restored completely or not at all: on this server,
// whichever PostgreSQL it is.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrationFolders, views } from '#app/capabilities.ts';
import { makeServer } from '#app/server.ts';
import { openService } from '#app/service.ts';
import { BackupRefused } from '#platform/backup/format.ts';
import { type LoadOptions, loadBackup, mustFit } from '#platform/backup/load-backup.ts';
import { openBackup } from '#platform/backup/read-backup.ts';
import { takeBackup } from '#platform/backup/take-backup.ts';
import { FileTaken, writeWhole } from '#platform/backup/write-file.ts';
import { machineClock } from '#platform/clock.ts';
import { keyHolder } from '#platform/crypto/key-holder.ts';
import { keyring } from '#platform/crypto/keyring.ts';
import type { Server } from '#platform/db/connection.ts';
import { type Migration, readMigrations } from '#platform/db/migrate.ts';
import { prepareDatabase } from '#platform/db/prepare.ts';
import { leavePlacesOut } from '#platform/events/leave-places-out.ts';
import { makeLog } from '#platform/log.ts';
import { schemaDocument } from '../scripts/documents.ts';
import { checksums } from './support/checksums.ts';
import { eventually } from './support/eventually.ts';
import { aPerson, useHouse } from './support/house.ts';
import { aLife } from './support/loan-life.ts';
import { dropDatabase, testKey, testServer, withAdmin } from './support/server.ts';
import { storedEvents } from './support/stored-events.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-backup-'));
after(() => rmSync(root, { recursive: true, force: true }));

const key = keyring(testKey);
/** Longer than a chunk. */
const letter = 'Dear Ada, '.repeat(30_000);
/** So many megabytes of further contents: TENOR_CONTENT_MB=1000 npm test -- tests/backup.test */
const furtherMb = Number(process.env.TENOR_CONTENT_MB ?? 0);
const longestMb = 100;
const databases: string[] = [];

async function anEmptyDatabase(): Promise<Server> {
  const { owner, template } = testServer();
  const database = `${template}_b_${randomBytes(4).toString('hex')}`;
  databases.push(database);
  await withAdmin(testServer(), (client) =>
    client.query(`create database ${database} owner ${owner.user} template template0 encoding 'UTF8' locale 'C'`),
  );
  return { ...owner, database };
}

async function asking<T>(server: Server, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const ask = (server: Server, text: string) => asking(server, async (client) => (await client.query(text)).rows);
/** The last use of keys is left out, because it is recorded later, perhaps during the test. */
async function sums(server: Server): Promise<Record<string, string>> {
  const all = Object.entries(await asking(server, checksums));
  return Object.fromEntries(all.filter(([table]) => !table.endsWith('.api_key_uses')));
}

const options = { keys: [key], product: '0.1.0', clock: machineClock };

async function backUp(server: Server, name: string): Promise<string> {
  const file = join(root, name);
  await writeWhole(file, { replaces: true }, (sink) => takeBackup({ ...options, server }, sink));
  return file;
}

/** Restores like the command: first all checks that do not touch the database, then the rest. */
async function restore(file: string, server: Server, more: Partial<LoadOptions> = {}): Promise<void> {
  const migrations = more.migrations ?? (await readMigrations(migrationFolders));
  const keys = more.keys ?? [key];
  const backup = await openBackup(file);
  try {
    await backup.prove(mustFit(backup.header, keys, migrations));
    await loadBackup(backup, { server, keys, migrations, ...more });
  } finally {
    await backup.close();
  }
}

/** A service on a restored database, without a socket. */
async function opened(server: Server, encryptionKey: Buffer) {
  const log = makeLog('silent');
  const config = { lockWaitMs: 2000, webhookDevHosts: new Set<string>() };
  const service = await openService({ config, server, encryptionKey, log });
  const http = {
    publicUrl: 'http://t',
    syncTimeoutMs: 5000,
    trustProxy: false,
    limitsPerMinute: { key: 0, company: 0, address: 0 },
    host: '::1',
  };
  const app = makeServer(service, { ...http, requestsMax: 0 }, log);
  await app.ready();
  return {
    service,
    async get(path: string, apiKey: string) {
      const answer = await app.inject({ method: 'GET', url: `/api${path}`, headers: { 'x-api-key': apiKey } });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json().data;
    },
    text: async (path: string, apiKey: string): Promise<string> =>
      (await app.inject({ method: 'GET', url: `/api${path}`, headers: { 'x-api-key': apiKey } })).body,
    async close() {
      await app.close();
      await service.close();
    },
  };
}

describe('a backup', () => {
  const { house, aCompany } = useHouse({ works: false });
  let source: Server;
  let file: string;
  let apiKey: string;
  let personId: string;
  let loan: string;
  let content: string;
  let operationId: string;
  let migrations: Migration[];

  before(async () => {
    migrations = await readMigrations(migrationFolders);
    source = { ...testServer().owner, database: house().database };
    const company = await aCompany();
    const life = await aLife(company);
    const webhook = {
      webhookType: 'direct',
      eventTypes: ['*'],
      webhookDirectDetails: { webhookUrl: 'https://receiver.invalid/' },
    };
    await company.test.made('/webhooks', webhook);
    const documents = `/people/${life.personId}/documents`;
    const { id: documentId } = (await company.test.post(documents, { type: 'other' })).body;
    content = `${documents}/${documentId}/content`;
    await company.test.post(content, letter, { 'content-type': 'text/plain' });
    for (let left = furtherMb; left > 0; left -= longestMb) {
      const further = (await company.test.post(documents, { type: 'other' })).body.id;
      const long = Buffer.alloc(Math.min(left, longestMb) * 1_000_000, 'Dear Ada, ');
      const sent = await company.test.call('POST', `${documents}/${further}/content`, {
        body: long,
        headers: { 'content-type': 'text/plain' },
      });
      assert.equal(sent.status, 200, JSON.stringify(sent.body));
    }
    await company.live.made('/people', aPerson({ externalId: 'line\nbreak\t\\. "quoted" \u00e9\u{1f600}' }));
    await company.test.made('/people', aPerson());
    await house().service.orderEvents('test');
    ({ id: operationId } = await company.test.made('/test-clock/advance', { to: '2026-03-01T15:00:00Z' }));
    // The state while a worker runs, seen later: the backup does not contain the queue.
    await ask(
      source,
      `update test.operations set state = 'running', attempts = 1, position = 1, lease_until = 1;
       delete from test.outbox;
       update test.webhook_work set holder = 'somebody', held_until = 1, due_at = 0`,
    );
    [apiKey, personId, loan] = [company.test.key, life.personId, life.path];
    file = await backUp(source, 'whole');
  });
  after(async () => {
    await withAdmin(testServer(), async (client) => {
      for (const database of databases.splice(0)) {
        await dropDatabase(client, database);
        for (const login of ['live', 'test', 'jobs', 'live_questions', 'test_questions'])
          await client.query(`drop role if exists ${database}_${login}`);
      }
    });
  });

  test('comes back whole: every row, every key and index, and what is written later', async () => {
    const target = await anEmptyDatabase();
    await restore(file, target);
    assert.deepEqual(await sums(target), await sums(source));
    assert.equal(await asking(target, schemaDocument), await asking(source, schemaDocument));
    const [{ value }] = await ask(target, "select value from tenor.settings where name = 'login_prefix'");
    assert.equal(value, target.database, 'what belongs to the place is the place’s own');
    // The restored database is backed up and restored in the same way.
    const second = await anEmptyDatabase();
    await restore(await backUp(target, 'second'), second);
    assert.deepEqual(await sums(second), await sums(source));
  });

  test('keeps the ids of its events, and gives none again that was shown after it was made', async () => {
    const target = await anEmptyDatabase();
    await restore(file, target, { afterwards: (mode) => [leavePlacesOut(mode)] });
    for (const mode of ['live', 'test']) {
      const places = `select name, last_sequence::int as place from ${mode}.event_places order by name`;
      const raised = (await ask(source, places)).map(({ name, place }) => ({
        name,
        place: name === 'events' ? place + 1_000_000 : place,
      }));
      assert.deepEqual(await ask(target, places), raised);
    }
    const shown = async (server: Server) =>
      (await asking(server, (client) => storedEvents((text, values) => client.query(text, [...values])))).map(
        ({ id, event_type }) => [id, event_type],
      );
    const before = await shown(target);
    assert.deepEqual(before, await shown(source));
    const restored = await opened(target, testKey);
    try {
      await restored.service.orderEvents('test');
      const listed: { id: string }[] = await restored.get('/events?limit=100', apiKey);
      const known = new Set(before.map(([id]) => id));
      const [newest, ...others] = listed.filter(({ id }) => known.has(id)).map(({ id }) => id);
      assert.ok(others.length > 1);
      assert.deepEqual(
        (await restored.get(`/events?limit=100&startingAfter=${newest}`, apiKey)).map(({ id }: { id: string }) => id),
        others,
      );
    } finally {
      await restored.close();
    }
  });

  test('is readable by its owner alone, and holds nothing personal in plain', async () => {
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const backup = await openBackup(file);
    let text = '';
    for await (const frame of backup.frames()) if (frame.kind === 'rows') text += frame.bytes.toString('latin1');
    await backup.close();
    assert.ok(text.includes(personId));
    assert.ok(!text.includes('Lovelace') && !text.includes(testKey.toString('base64')));
  });

  test('goes on where it stood: people are read, an operation under way ends, deliveries are tried', async () => {
    const target = await anEmptyDatabase();
    await restore(file, target);
    const restored = await opened(target, testKey);
    try {
      assert.equal((await restored.get(`/people/${personId}`, apiKey)).name.lastName, 'Lovelace');
      assert.equal((await restored.get(loan, apiKey)).status, 'active');
      assert.equal(await restored.text(content, apiKey), letter, 'contents of documents are in it');
      await restored.service.startWork();
      const tried = async () =>
        (await ask(target, 'select exists (select from test.webhook_deliveries where attempts > 0) as is'))[0].is;
      const stateNow = async () => (await restored.get(`/operations/${operationId}`, apiKey)).state;
      await eventually('it has succeeded', async () => (await stateNow()) === 'succeeded');
      assert.equal((await restored.get('/test-clock', apiKey)).now.slice(0, 10), '2026-03-01');
      await eventually('the deliveries that were open are gone on with', tried);
    } finally {
      await restored.close();
    }
  });

  test('is one moment: rows that come while it is read are all in it or none', async () => {
    const pool = house().service.database.pools.live;
    const pairs = `with new as (select 'pair-' || gen_random_uuid() as id)
      insert into external_ids (external_id, company_id, kind, subject_id, object_id)
      select id || n, 'C', 'pair', id, 'x' from new, generate_series(1, 2) n`;
    const stopping = new AbortController();
    let written = 0;
    const writing = (async () => {
      while (!stopping.signal.aborted) {
        await pool.query(pairs);
        written++;
      }
    })();
    while (written < 20) await sleep(1);
    const acknowledged = written;
    const busy = await backUp(source, 'busy');
    stopping.abort();
    await writing;
    const target = await anEmptyDatabase();
    await restore(busy, target);
    const [{ rows, pairs: found }] = await ask(
      target,
      "select count(*)::int as rows, count(distinct subject_id)::int as pairs from live.external_ids where kind = 'pair'",
    );
    assert.equal(rows, 2 * found, 'no half of a pair');
    assert.ok(found >= acknowledged, 'what was acknowledged before it began is in it');
    assert.ok(found < written, 'what came after it began is not');
    await pool.query("delete from external_ids where kind = 'pair'");
  });

  test('that was cut short or changed anywhere is refused, and nothing is written', async () => {
    const bytes = readFileSync(file);
    const broken = join(root, 'broken');
    const target = await anEmptyDatabase();
    const refused = async (what: string): Promise<void> => {
      await assert.rejects(restore(broken, target), BackupRefused, what);
    };
    const some = (count: number, end: number) =>
      Array.from({ length: count }, () => randomBytes(4).readUInt32BE() % end);
    const ends = [0, 1, 12, 13, 16, 17, bytes.length - 1, bytes.length - 8, bytes.length - 73, bytes.length - 74];
    for (const length of [...ends, ...some(15, bytes.length)]) {
      writeFileSync(broken, bytes.subarray(0, length));
      await refused(`cut to ${length} of ${bytes.length}`);
    }
    const places = [0, 13, 14, 17, 18, bytes.length - 1, bytes.length - 9, bytes.length - 10, bytes.length - 74];
    for (const at of [...places, ...some(20, bytes.length)]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ (1 << (at % 8));
      writeFileSync(broken, changed);
      await refused(`changed at ${at} of ${bytes.length}`);
    }
    writeFileSync(broken, Buffer.concat([bytes, Buffer.from('more')]));
    await refused('with something behind it');
    assert.deepEqual(await ask(target, "select nspname from pg_namespace where nspname in ('tenor', 'live')"), []);
  });

  test('that somebody made without the key is refused, though its checksum is right', async () => {
    const bytes = Buffer.from(readFileSync(file));
    const end = bytes.length - 73;
    const at = bytes.indexOf('"product":"0.1.0"') + 11;
    bytes.write('9', at);
    createHash('sha256').update(bytes.subarray(0, end)).digest().copy(bytes, end);
    const forged = join(root, 'forged');
    writeFileSync(forged, bytes);
    const backup = await openBackup(forged);
    await backup.prove(null);
    await assert.rejects(backup.prove(key), /not made with the encryption key: somebody else wrote it/);
    await backup.close();
  });

  test('of another encryption key is refused with a sentence', async () => {
    const target = await anEmptyDatabase();
    await assert.rejects(
      restore(file, target, { keys: [keyring(Buffer.alloc(32, 8))] }),
      /another encryption key than the one set here/,
    );
    await assert.rejects(
      takeBackup({ ...options, keys: [keyring(Buffer.alloc(32, 8))], server: source }, process.stdout),
      /ENCRYPTION_KEY is not the key/,
    );
    await assert.rejects(takeBackup({ ...options, server: target }, process.stdout), /no data of Tenor/);
  });

  test('goes into nothing that has something already', async () => {
    await assert.rejects(restore(file, source), /has a company already/);
    const strange = await anEmptyDatabase();
    await ask(strange, 'create schema live; create table live.things (id text)');
    await assert.rejects(restore(file, strange), /tables in a schema .* that Tenor did not make/);
    const prepared = await anEmptyDatabase();
    await prepareDatabase(prepared, keyHolder(key), migrations, { views });
    await restore(file, prepared);
    assert.deepEqual(await sums(prepared), await sums(source), 'a database without a company is taken');
    const { logins, asking } = await prepareDatabase(prepared, keyHolder(key), migrations, { views });
    if (logins !== null) await ask({ ...prepared, ...logins.live }, 'select count(*) from live.people');
    // The restore has dropped the tables, and the views with them.
    if (!('refused' in asking)) await ask(prepared, 'select count(*) from reporting_live.people');
  });

  test('that fails on the way leaves nothing, and the database can be taken again', async () => {
    const target = await anEmptyDatabase();
    const failing = { name: '9999-failing', sql: 'select 1 / 0', hash: 'x' };
    await assert.rejects(restore(file, target, { migrations: [...migrations, failing] }), /division by zero/);
    assert.deepEqual(await ask(target, "select nspname from pg_namespace where nspname in ('tenor', 'live')"), []);
    const stopping = new AbortController();
    const stage = () => stopping.abort();
    await assert.rejects(restore(file, target, { signal: stopping.signal, stage }));
    assert.deepEqual(await ask(target, "select nspname from pg_namespace where nspname in ('tenor', 'live')"), []);
    await restore(file, target);
    assert.deepEqual(await sums(target), await sums(source));
  });

  test('of an older Tenor is brought up to date; one of a newer is refused', async () => {
    const migration = (name: string, sql: string): Migration => ({ name, sql, hash: `hash of ${sql}` });
    const first = migration('0001-a', 'create table companies (id text primary key); create table a (id text)');
    const second = migration(
      '0002-b',
      "alter table a add column b text not null default 'new'; create index a_b on a (b)",
    );
    const old = await anEmptyDatabase();
    await prepareDatabase(old, keyHolder(key), [first]);
    await ask(old, "insert into live.companies values ('C'); insert into test.a values ('x'), ('y')");
    const oldFile = await backUp(old, 'old');
    const target = await anEmptyDatabase();
    await restore(oldFile, target, { migrations: [first, second] });
    assert.deepEqual(await ask(target, 'select * from test.a order by id'), [
      { id: 'x', b: 'new' },
      { id: 'y', b: 'new' },
    ]);
    assert.equal((await prepareDatabase(target, keyHolder(key), [first, second])).migrationsRun, 0);
    const newer = await backUp(target, 'newer');
    const empty = await anEmptyDatabase();
    await assert.rejects(restore(newer, empty, { migrations: [first] }), /newer than this one.*0002-b/);
    const changed = migration('0001-a', 'create table other (id text)');
    await assert.rejects(restore(oldFile, empty, { migrations: [changed, second] }), /0001-a .* is not the one/);
  });

  test('made while the encryption key is changed needs both keys, and says on with which to go', async () => {
    const next = keyring(Buffer.alloc(32, 9));
    const changing = await anEmptyDatabase();
    await prepareDatabase(changing, keyHolder(key), migrations);
    await ask(changing, `insert into tenor.settings values ('encryption_key_next', '${next.fingerprint}')`);
    const made = join(root, 'changing');
    await assert.rejects(takeBackup({ ...options, server: changing }, process.stdout), /ENCRYPTION_KEY is not the key/);
    await writeWhole(made, { replaces: true }, (sink) =>
      takeBackup({ ...options, keys: [next, key], server: changing }, sink),
    );
    const target = await anEmptyDatabase();
    for (const one of [key, next])
      await assert.rejects(restore(made, target, { keys: [one] }), /another encryption key/);
    await restore(made, target, { keys: [key, next] });
    assert.deepEqual(await sums(target), await sums(changing));
  });

  test('is a file of that name or none', async () => {
    const path = join(root, 'taken');
    writeFileSync(path, 'precious');
    const write = (sink: NodeJS.WritableStream) => takeBackup({ ...options, server: source }, sink as never);
    await assert.rejects(writeWhole(path, { replaces: false }, write), FileTaken);
    assert.equal(readFileSync(path, 'utf8'), 'precious');
    const stopping = new AbortController();
    const progress = () => stopping.abort();
    const stopped = { ...options, server: source, signal: stopping.signal, progress };
    await assert.rejects(
      writeWhole(path, { replaces: true }, (sink) => takeBackup(stopped, sink)),
      /abort/,
    );
    assert.equal(readFileSync(path, 'utf8'), 'precious');
    assert.deepEqual(
      readdirSync(root).filter((name) => name.endsWith('.part')),
      [],
    );
  });

  test('holds all there is: nothing in our schemas but tables, with what hangs on them', async () => {
    const others = await ask(
      source,
      `select relname, relkind from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where nspname in ('tenor', 'live', 'test') and relkind not in ('r', 'i', 't')
       union all select proname, 'f' from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where nspname in ('tenor', 'live', 'test')
       union all select tgname, 'g' from pg_trigger where not tgisinternal`,
    );
    assert.deepEqual(others, [], 'a backup would not have these');
  });
});
