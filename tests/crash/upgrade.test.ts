// Data of earlier releases, opened by this version; and two processes that open the same old database at once.
import assert from 'node:assert/strict';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { joinEmbedded } from '#platform/db/embedded/index.ts';
import { runTenor } from '../support/command.ts';
import { type Kept, keptKey, keptPerson, loanNow } from '../support/kept-data.ts';
import { unpackDirectory } from '../support/packed-directory.ts';
import { type Running, startService, tenor } from '../support/process.ts';
import { ask } from './embedded-harness.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-upgrade-'));
const nobody = 65_534;
let service: Running | undefined;
after(() => {
  service?.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

function unpacked(packed: string): string {
  const dataDirectory = join(root, basename(dirname(packed)), 'data');
  unpackDirectory(readFileSync(packed), dataDirectory, nobody);
  return dataDirectory;
}

/** The results of two processes that start at the same moment. */
const twice = (dataDirectory: string) =>
  Promise.all([runTenor({ dataDirectory }, 'migrate').ended, runTenor({ dataDirectory }, 'migrate').ended]);

async function migrated(dataDirectory: string): Promise<{ schema_name: string; names: string }[]> {
  const embedded = await joinEmbedded({ dataDirectory });
  try {
    return await ask(
      embedded.socketDirectory,
      `select schema_name, string_agg(name, ' ' order by name) as names from tenor.migrations group by 1 order by 1`,
    );
  } finally {
    await embedded.leave();
  }
}

const upToDate = 'The database is up to date.';

describe('two processes at once', () => {
  test('make one new database', async () => {
    const dataDirectory = join(root, 'new', 'data');
    mkdirSync(dirname(dataDirectory));
    const answers = await twice(dataDirectory);
    assert.deepEqual(
      answers.map(({ code }) => code),
      [0, 0],
      JSON.stringify(answers),
    );
    assert.equal(answers.filter(({ output }) => output.includes(upToDate)).length, 1, 'one of them did it');
    const [live, testing] = await migrated(dataDirectory);
    assert.equal(live?.names, testing?.names);
  });
});

for (const packed of globSync('tests/fixtures/*/data-directory.br')) {
  describe(`the data of an earlier release: ${packed}`, () => {
    const kept: Kept = JSON.parse(readFileSync(join(dirname(packed), 'kept.json'), 'utf8'));
    const dataDirectory = unpacked(packed);

    test('is brought up to date by two processes at once', async () => {
      const answers = await twice(dataDirectory);
      assert.deepEqual(
        answers.map(({ code }) => code),
        [0, 0],
        JSON.stringify(answers),
      );
      assert.ok(
        answers.some(({ output }) => output.includes(upToDate)),
        JSON.stringify(answers),
      );
      const { output } = tenor({ dataDirectory }, 'migrate');
      assert.match(output, /up to date/);
    });

    test('has its events in the order in which they were', async () => {
      const embedded = await joinEmbedded({ dataDirectory });
      try {
        for (const mode of ['live', 'test']) {
          const [row] = await ask(
            embedded.socketDirectory,
            `select count(*)::int as events, count(placed.id)::int as placed from ${mode}.events as told
             left join ${mode}.placed_events as placed using (sequence, subject_id, id, company_id, event_type, message_id)
             where told.sequence is not null`,
          );
          const { events, placed } = row as unknown as { events: number; placed: number };
          assert.ok(mode === 'live' || events > 0, 'there are some');
          assert.equal(placed, events);
        }
      } finally {
        await embedded.leave();
      }
    });

    test('is all there: people are read with their key, loans stand where they stood, books hold', async () => {
      const verified = tenor({ dataDirectory }, 'verify');
      assert.equal(verified.code, 0, verified.output);
      assert.match(verified.output, /^4 loans verified/m);
      if (kept.tokens === 'hmac') assert.equal(tenor({ dataDirectory }, 'encryption', 'rotate').code, 0);
      service = await startService({ dataDirectory });
      const headers = { 'x-api-key': kept.apiKey };
      const answer = await service.call('GET', `/people/ext-${keptPerson.externalId}`, undefined, headers);
      const { data } = (await answer.json()) as { data: { id: string; name: object; dateOfBirth: string } };
      assert.equal(data.id, kept.personId);
      assert.equal(data.dateOfBirth, keptPerson.dateOfBirth);
      assert.deepEqual({ ...data.name, ...keptPerson.name }, data.name);
      for (const loan of kept.loans) assert.deepEqual(await loanNow(service, loan.path), loan);
      const found = await service.call('GET', '/people/search?lastName=Lovelace', undefined, headers);
      assert.equal(((await found.json()) as { data: unknown[] }).data.length, 3);
      service.child.kill('SIGTERM');
      assert.equal(await service.ended(), 0);
    });

    test('is left alone by an older Tenor, which says so', async () => {
      const embedded = await joinEmbedded({ dataDirectory });
      await ask(
        embedded.socketDirectory,
        "insert into tenor.migrations (schema_name, name, hash) values ('live', '9999-of-the-future', 'x')",
      );
      await embedded.leave();
      const { code, output } = tenor({ dataDirectory }, 'migrate');
      assert.equal(code, 1);
      assert.match(output, /^This database is newer than this version of Tenor: .* 9999-of-the-future/m);
    });
  });
}

describe('a data directory that came without its key', () => {
  test('is refused, and opens with the one it was written with', () => {
    const [packed] = globSync('tests/fixtures/*/data-directory.br');
    const dataDirectory = join(root, 'keyless', 'data');
    unpackDirectory(readFileSync(packed as string), dataDirectory, nobody);
    const file = join(dataDirectory, 'encryption.key');
    rmSync(file);
    const { code, output } = tenor({ dataDirectory }, 'migrate');
    assert.equal(code, 1);
    assert.match(output, /encryption key of this database, .* is missing/);
    writeFileSync(file, keptKey.toString('base64'), { mode: 0o600 });
    const opened = tenor({ dataDirectory }, 'migrate');
    assert.equal(opened.code, 0, opened.output);
  });
});
