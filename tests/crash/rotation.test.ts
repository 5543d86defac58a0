// The encryption key is changed while a service writes and searches, and the change is killed at every stage: all
// people can be read and found all the time, and at the end only the new key opens the database. Then the messages of a
// start with a key that is wrong, missing or broken.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedServer, joinEmbedded } from '#platform/db/embedded/index.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { inOneProcess } from '../support/one-process.ts';
import { environmentOf, type Running, startService, tenor } from '../support/process.ts';
import { dice } from '../support/seed.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-rotation-'));
const dataDirectory = madeDirectory(join(root, 'data'));
const place = { dataDirectory };
const keyFile = join(dataDirectory, 'encryption.key');
const nextFile = `${keyFile}.next`;
let service: Running | undefined;
after(() => {
  service?.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
async function answer(path: string, body?: unknown, headers = {}): Promise<any> {
  const running = service as Running;
  const got = await running.call(body === undefined ? 'GET' : 'POST', path, body, headers);
  const text = await got.text();
  assert.ok(got.status < 300, `${path} answered ${got.status}: ${text}`);
  return JSON.parse(text);
}

const people = new Map<string, string>();
let drawn = 0;

async function makePerson(): Promise<void> {
  drawn += 1;
  const lastName = `Line${drawn.toString(36).padStart(4, '0')}`;
  const { data } = await answer('/people', {
    name: { firstName: 'Ada', lastName },
    identity: { identityType: 'passport', value: `P${String(drawn).padStart(8, '0')}` },
  });
  people.set(data.id, lastName);
}

/** Until it is stopped: makes a person, then searches for and reads that person and an earlier one. */
function useIt(): { stop(): Promise<number> } {
  let isOver = false;
  let found = 0;
  const using = (async () => {
    while (!isOver) {
      await makePerson();
      const all = [...people];
      for (const [id, lastName] of [all.at(-1), dice.pick(all)] as [string, string][]) {
        const { data } = await answer(`/people/search?lastName=${lastName}`);
        assert.deepEqual(
          data.map((one: { id: string }) => one.id),
          [id],
          lastName,
        );
        assert.equal((await answer(`/people/${id}`)).data.name.lastName, lastName);
        found += 1;
      }
    }
  })();
  // The test waits for it at the end.
  using.catch(() => {});
  return {
    async stop() {
      isOver = true;
      await using;
      return found;
    },
  };
}

/** Killed as soon as `isTime`. */
async function killedRotation(isTime: () => Promise<boolean>): Promise<void> {
  const child = spawn(process.execPath, ['cli/tenor.mjs', 'encryption', 'rotate'], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', DATA_DIR: dataDirectory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  while (child.exitCode === null && !(await isTime())) await sleep(2);
  child.kill('SIGKILL');
  await ended;
  assert.doesNotMatch(output, /was changed/, 'it was killed before its end');
}

/** The number of people whose keys are of the generation. */
async function peopleOf({ server }: EmbeddedServer, generation: number): Promise<number> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    const text = 'select count(*)::int as n from test.people where get_byte(data_key, 0) = $1';
    return (await client.query(text, [generation])).rows[0].n;
  } finally {
    await client.end();
  }
}

const count = 1_500;

describe('a change of the encryption key', () => {
  let oldKey = '';

  test('goes on where it was killed, and nobody is lost from sight meanwhile', async () => {
    service = await startService(place);
    oldKey = readFileSync(keyFile, 'utf8').trim();
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (drawn < count) await makePerson();
      }),
    );
    const once = { name: { firstName: 'Once', lastName: 'Only' } };
    const key = { 'idempotency-key': 'once' };
    const { data: only } = await answer('/people', once, key);
    const use = useIt();

    await killedRotation(async () => existsSync(nextFile));
    assert.ok(existsSync(nextFile), 'the new key is kept before anybody uses it');
    assert.equal(readFileSync(keyFile, 'utf8').trim(), oldKey);
    const newKey = readFileSync(nextFile, 'utf8').trim();
    const server = await joinEmbedded({ dataDirectory });
    await killedRotation(async () => (await peopleOf(server, 2)) > 200);
    const left = await peopleOf(server, 1);
    await server.leave();
    assert.ok(left > 0, 'it was killed in the middle');
    assert.equal(readFileSync(nextFile, 'utf8').trim(), newKey, 'it goes on with the key that it drew');

    const rotated = tenor(place, 'encryption', 'rotate');
    assert.equal(rotated.code, 0, rotated.output);
    const sealed = Number(/([\d,]+) rows were sealed anew/.exec(rotated.output)?.[1]?.replaceAll(',', ''));
    // The killed command may have been sending its last batch.
    assert.ok(sealed > left - 101 && sealed <= left, `what was done is not done again: ${sealed} of ${left}`);
    assert.equal(readFileSync(keyFile, 'utf8').trim(), newKey);
    assert.deepEqual(keyFiles().length, 2, 'the key before is kept under another name, for backups');
    assert.ok((await use.stop()) > 20);
    assert.equal((await answer('/people', once, key)).data.id, only.id, 'a repeat is still the same request');

    await everybodyIsThere();
    service.child.kill('SIGTERM');
    await service.ended();
    service = await startService(place);
    await everybodyIsThere();
  });

  test('leaves a database that the old key does not open', async () => {
    const refused = tenor({ ...place, environment: { ENCRYPTION_KEY: oldKey } }, 'key', 'list');
    mustSay(
      refused,
      /^ENCRYPTION_KEY was followed by another key: a rotation has retired it. Set the key that came after/,
    );
    const newKey = readFileSync(keyFile, 'utf8').trim();
    assert.equal(tenor({ ...place, environment: { ENCRYPTION_KEY: newKey } }, 'key', 'list').code, 0);
  });

  test('killed between its end and the last rename is put in order by the next one', () => {
    const newKey = readFileSync(keyFile, 'utf8');
    renameSync(keyFile, nextFile);
    writeFileSync(keyFile, `${oldKey}\n`, { mode: 0o600 });
    assert.equal(tenor(place, 'key', 'list').code, 0, 'it opens as it is');
    const tidied = tenor(place, 'encryption', 'rotate');
    assert.match(tidied.output, /A rotation had ended; its files are in order now/);
    assert.equal(readFileSync(keyFile, 'utf8'), newKey);
    assert.equal(existsSync(nextFile), false);
  });

  const keyFiles = () => readdirSync(dataDirectory).filter((name) => name.startsWith('encryption.key'));

  async function everybodyIsThere(): Promise<void> {
    const seen = new Map<string, string>();
    for (let after = ''; ; ) {
      const { data } = await answer(`/people?limit=100${after === '' ? '' : `&startingAfter=${after}`}`);
      for (const { id, name } of data) if (name.firstName === 'Ada') seen.set(id, name.lastName);
      if (data.length < 100) break;
      after = data.at(-1).id;
    }
    assert.deepEqual([...seen].sort(), [...people].sort());
    for (const [id] of [...people].slice(0, 5)) {
      const { data } = await answer(`/people/${id}?includeIdentity=true`);
      assert.match(data.identities[0].value, /^P\d{8}$/);
    }
  }
});

describe('tenor person erase', () => {
  test('asks before it erases for good, and says when it was done before', () => {
    const [id = ''] = people.keys();
    const asked = tenor(place, 'person', 'erase', id);
    assert.deepEqual([asked.code, asked.output.trim()], [2, 'Nobody can be asked here: give --yes to erase for good.']);
    const erased = tenor(place, 'person', 'erase', id, '--yes');
    assert.deepEqual([erased.code, erased.output.trim()], [0, `${id} is erased. Its loans and their books stay.`]);
    assert.match(tenor(place, 'person', 'erase', id, '--yes').output, /was erased already, on \d{4}-\d\d-\d\d/);
  });
});

function mustSay({ code, output }: { code: number | null; output: string }, sentence: RegExp): void {
  assert.match(output.trim(), sentence);
  assert.equal(output.trim().split('\n').length, 1, 'one sentence, and no trace of the code');
  assert.equal(code, 1);
}

describe('a start with a key that does not fit', () => {
  const other = randomBytes(32).toString('base64');
  /** Restores the right files afterwards, with which the tests continue. */
  async function withFiles(change: () => void, then: () => Promise<void>): Promise<void> {
    const kept = join(root, 'encryption.key');
    copyFileSync(keyFile, kept);
    try {
      change();
      await then();
    } finally {
      rmSync(nextFile, { force: true });
      copyFileSync(kept, keyFile);
    }
  }
  const run = inOneProcess();
  const start = async (environment = {}) => {
    const { code, out, err } = await run(['key', 'list'], environmentOf({ ...place, environment }, 0));
    return { code, output: out + err };
  };

  test('says which one, and what to do: a wrong setting', async () => {
    mustSay(
      await start({ ENCRYPTION_KEY: other }),
      /^ENCRYPTION_KEY is not the key that this database was written with. Set the/,
    );
    mustSay(await start({ ENCRYPTION_KEY: 'short' }), /^ENCRYPTION_KEY must be 32 bytes in base64 or hex/);
    mustSay(await start({ ENCRYPTION_KEY_PREVIOUS: other }), /^ENCRYPTION_KEY_PREVIOUS goes with ENCRYPTION_KEY/);
    const previous = { ENCRYPTION_KEY: other, ENCRYPTION_KEY_PREVIOUS: `${other},short` };
    mustSay(await start(previous), /^ENCRYPTION_KEY_PREVIOUS must be 32 bytes in base64 or hex; several/);
  });

  test('says which one, and what to do: a file that is of another directory, broken or gone', async () => {
    const file = keyFile.replaceAll('.', '\\.');
    await withFiles(
      () => writeFileSync(keyFile, `${other}\n`),
      async () =>
        mustSay(
          await start(),
          new RegExp(`^The encryption key in ${file} is not the one that this database was written`),
        ),
    );
    await withFiles(
      () => writeFileSync(keyFile, 'nothing\n'),
      async () =>
        mustSay(await start(), new RegExp(`^The file ${file} does not hold an encryption key. Put the right one back`)),
    );
    await withFiles(
      () => rmSync(keyFile),
      async () =>
        mustSay(await start(), new RegExp(`^The encryption key of this database, ${file}, is missing. Put it back`)),
    );
    await withFiles(
      () => writeFileSync(nextFile, 'nothing\n'),
      async () => mustSay(await start(), new RegExp(`^The file ${file}\\.next does not hold an encryption key`)),
    );
    assert.equal((await start()).code, 0, 'nothing was changed: with the right one it goes on as before');
  });
});
