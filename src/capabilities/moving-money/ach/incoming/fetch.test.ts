// What a bank leaves in a folder for us is fetched once it lies there unchanged at two looks, and read once
// (tests/support/ach-story.ts).
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { bankFolder, nameBank } from '../../../../../tests/support/ach-bank.ts';
import { backFile } from '../../../../../tests/support/ach-returns.ts';
import { type AchStory, anAchStory, readings } from '../../../../../tests/support/ach-story.ts';
import { movingMoneyTools } from '../../../../../tests/support/ach-tools.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { useHouse } from '../../../../../tests/support/house.ts';
import { moveClock } from '../../../../../tests/support/test-clock.ts';
import type { Shown } from '../../../../../tests/support/told.ts';
import { fetchIncoming } from './fetch.ts';
import { type Originator, originatorsOf } from './originators.ts';

describe('the folder in which a bank leaves files', () => {
  const bankFilesDirectory = bankFolder();
  const { house, aCompany } = useHouse({ bankFilesDirectory });
  const pool = () => house().service.database.pools.test;

  interface Watched extends AchStory {
    readonly folder: string;
    readonly content: string;
    put(name: string, content: string, changedAt?: number): void;
    /** Gives why one could not be fetched. */
    look(): Promise<string | null>;
    list(): Promise<Shown[]>;
  }

  /** The bank has sent the debit back; what it leaves is looked at by hand alone. */
  async function aWatchedFolder(): Promise<Watched> {
    const story = await anAchStory(house(), bankFilesDirectory, await aCompany());
    const { api, entry } = story;
    await moveClock(api, '2027-05-18T12:00:00Z');
    const place = { kind: 'directory', folder: 'outgoing', incomingFolder: 'incoming' };
    assert.equal((await nameBank(api, { place })).status, 200);
    await pool().query('update payment_provider_work set due_at = $2 where company_id = $1', [
      api.realm.companyId,
      Number.MAX_SAFE_INTEGER,
    ]);
    const folder = join(bankFilesDirectory, 'test', api.realm.companyId, 'incoming');
    mkdirSync(folder, { recursive: true });
    const tools = {
      ...movingMoneyTools(house()),
      settings: { webhookDevHosts: new Set<string>(), bankFilesDirectory },
    };
    return {
      ...story,
      folder,
      content: backFile({ on: '2027-05-18', backs: [{ of: entry, code: 'R01' }] }),
      put(name, content, changedAt = 1_000) {
        writeFileSync(join(folder, name), content);
        utimesSync(join(folder, name), changedAt, changedAt);
      },
      async look() {
        const [now] = await originatorsOf(house().service.database.reader(api.realm));
        return fetchIncoming(tools, api.realm, now as Originator);
      },
      list: async () => (await api.get(readings)).body.data,
    };
  }
  const isRead = ({ list }: Watched) => eventually('it was read', async () => (await list())[0]?.state === 'read');

  test('is looked at: what is whole is read once, what grows is waited for, and nothing is deleted', async () => {
    const watched = await aWatchedFolder();
    const { folder, content, put, look, list, status, loan, unpaid } = watched;
    put('RETURNS.ach', content.slice(0, 400));
    await look();
    // The bank goes on writing.
    put('RETURNS.ach', content);
    await look();
    assert.deepEqual(await list(), [], 'it has changed between two looks');
    await look();
    await isRead(watched);
    put('RETURNS-again.ach', content);
    for (const _ of [1, 2]) assert.equal(await look(), null);
    const [reading, ...more] = await list();
    assert.deepEqual([reading?.isFetched, reading?.fileName, reading?.taken, more], [true, 'RETURNS.ach', 1, []]);
    assert.deepEqual((await status()).slice(0, 1), ['failed']);
    assert.equal(await loan.owed(), unpaid(5) + 20);
    assert.deepEqual(readdirSync(folder).sort(), ['RETURNS-again.ach', 'RETURNS.ach']);
  });

  test('is read although thousands of old files lie there, one cannot be fetched, and another is being written', async () => {
    const watched = await aWatchedFolder();
    const { api, folder, content, put, look, list } = watched;
    for (let n = 0; n < 6_000; n += 1) put(`OLD-${n}.ach`, '');
    await look();
    await pool().query('update file_fetches set fetched_at = now() where company_id = $1', [api.realm.companyId]);
    put('TOO-LONG.ach', '');
    truncateSync(join(folder, 'TOO-LONG.ach'), 134_217_729);
    put('LATER.ach.part', content.slice(0, 400), 2_000);
    put('RETURNS.ach', content, 3_000);
    assert.equal(await look(), null);
    assert.equal(await look(), 'A file there has 134217729 bytes: more than 134217728.');
    await isRead(watched);
    assert.deepEqual(
      (await list()).map(({ fileName }) => fileName),
      ['RETURNS.ach'],
    );
  });

  test('is looked at by several services at once, and each file is kept once', async () => {
    const { put, look, list } = await aWatchedFolder();
    // Long enough that the others come before the first one has committed.
    put('LONG.ach', 'x'.repeat(4_000_000));
    for (const _ of [1, 2]) {
      const all = await Promise.all(Array.from({ length: 6 }, look));
      assert.deepEqual(new Set(all), new Set([null]));
    }
    assert.deepEqual(
      (await list()).map(({ fileName }) => fileName),
      ['LONG.ach'],
    );
  });

  test('is looked at every minute, and a file that cannot be fetched is told to the operator', async () => {
    const { api, put, folder } = await aWatchedFolder();
    put('TOO-LONG.ach', '');
    truncateSync(join(folder, 'TOO-LONG.ach'), 134_217_729);
    const own = [api.realm.companyId];
    const found = await eventually('it was looked at twice', async () => {
      await pool().query('update payment_provider_work set due_at = 0 where company_id = $1 and due_at > 0', own);
      const work = 'select failures, last_failure from payment_provider_work where company_id = $1';
      const [row] = (await pool().query(work, own)).rows;
      return row.last_failure !== null && row;
    });
    assert.deepEqual(found, {
      failures: 0,
      last_failure: 'A file there has 134217729 bytes: more than 134217728.',
    });
  });
});
