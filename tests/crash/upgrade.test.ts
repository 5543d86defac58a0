// An upgrade: a later version opens a database with data, also in two processes at once; and what may not be opened is
// left as it is. The later version is this one with a migration of the test's own.
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { joinEmbedded } from '#platform/db/embedded/index.ts';
import { laterVersion } from '../support/another-version.ts';
import { runTenor } from '../support/command.ts';
import { fillService, type Kept, keptPerson, loanNow } from '../support/kept-data.ts';
import { type Running, startService, tenor } from '../support/process.ts';
import { ask } from './embedded-harness.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-upgrade-'));
const running: Running[] = [];
after(() => {
  for (const { child } of running) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

/** Works while the service runs, and stops it in order. */
async function withService<T>(
  where: { dataDirectory: string; version?: string },
  work: (service: Running) => Promise<T>,
) {
  const service = await startService(where);
  running.push(service);
  const result = await work(service);
  service.child.kill('SIGTERM');
  assert.equal(await service.ended(), 0, service.log());
  return result;
}

/** The results of two processes that start at the same moment. */
async function twice(where: { dataDirectory: string; version?: string }): Promise<string[]> {
  const answers = await Promise.all([runTenor(where, 'migrate').ended, runTenor(where, 'migrate').ended]);
  for (const { code, output } of answers) assert.equal(code, 0, output);
  return answers.map(({ output }) => output);
}

async function asked(dataDirectory: string, question: string) {
  const embedded = await joinEmbedded({ dataDirectory });
  return ask(embedded.socketDirectory, question).finally(() => embedded.leave());
}

const upToDate = 'The database is up to date.';

const later = {
  name: '9001-later',
  sql: `alter table loans add column later text not null default 'from before';
create table later_things (person_id text not null, id text not null, constraint later_things_pkey primary key (person_id, id));
`,
};

describe('two processes at once', () => {
  test('make one new database', async () => {
    const dataDirectory = join(root, 'new', 'data');
    mkdirSync(dirname(dataDirectory));
    const said = await twice({ dataDirectory });
    assert.equal(said.filter((output) => output.includes(upToDate)).length, 1, 'one of them did it');
    const [live, testing] = await asked(
      dataDirectory,
      `select string_agg(name, ' ' order by name) as names from tenor.migrations group by schema_name`,
    );
    assert.deepEqual(live, testing);
  });
});

describe('a database with data', () => {
  const dataDirectory = join(root, 'filled', 'data');
  let version: string;
  let kept: Kept;
  before(async () => {
    mkdirSync(dirname(dataDirectory));
    version = laterVersion(join(root, 'later'), later);
    kept = await withService({ dataDirectory }, fillService);
  });

  test('that came without its key is refused, and opens with the one it was written with', () => {
    const file = join(dataDirectory, 'encryption.key');
    const key = readFileSync(file);
    rmSync(file);
    const { code, output } = tenor({ dataDirectory }, 'migrate');
    assert.equal(code, 1);
    assert.match(output, /encryption key of this database, .* is missing/);
    writeFileSync(file, key, { mode: 0o600 });
    const opened = tenor({ dataDirectory }, 'migrate');
    assert.equal(opened.code, 0, opened.output);
  });

  test('is brought up to date by two processes of a later version at once, of which one does it', async () => {
    const said = await twice({ dataDirectory, version });
    assert.equal(said.filter((output) => output.includes(upToDate)).length, 1, JSON.stringify(said));
    const [row] = await asked(
      dataDirectory,
      `select count(*)::int as loans, count(*) filter (where later = 'from before')::int as later from test.loans`,
    );
    assert.deepEqual(row, { loans: kept.loans.length, later: kept.loans.length });
  });

  test('is all there then: people are read with their key, loans stand where they stood, books hold', async () => {
    const verified = tenor({ dataDirectory, version }, 'verify');
    assert.equal(verified.code, 0, verified.output);
    assert.match(verified.output, /^4 loans verified/m);
    await withService({ dataDirectory, version }, async (service) => {
      const headers = { 'x-api-key': kept.apiKey };
      const read = async (path: string) => (await service.call('GET', path, undefined, headers)).json();
      const { data } = (await read(`/people/ext-${keptPerson.externalId}`)) as { data: Record<string, unknown> };
      assert.deepEqual([data.id, data.dateOfBirth], [kept.personId, keptPerson.dateOfBirth]);
      assert.deepEqual({ ...(data.name as object), ...keptPerson.name }, data.name);
      for (const loan of kept.loans) assert.deepEqual(await loanNow(service, loan.path), loan);
      assert.equal(((await read('/people/search?lastName=Lovelace')) as { data: unknown[] }).data.length, 3);
    });
  });

  test('is left alone by the version before, which says so', () => {
    const { code, output } = tenor({ dataDirectory }, 'migrate');
    assert.equal(code, 1);
    assert.match(output, /^This database is newer than this version of Tenor: .* 9001-later/m);
  });

  test('is left alone where a migration has been edited since it ran, with what to do in development', () => {
    appendFileSync(join(version, 'src/platform/migrations/9001-later.sql'), '-- A second thought.\n');
    const { code, output } = tenor({ dataDirectory, version }, 'migrate');
    assert.equal(code, 1);
    assert.match(output, /^The migration 9001-later was changed after it had run on this database\. .*new database/m);
  });
});
