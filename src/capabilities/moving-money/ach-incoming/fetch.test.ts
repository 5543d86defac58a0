// What a bank leaves in a folder for us is fetched once it lies there unchanged at two looks, and read once
// (tests/support/ach-story.ts).
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { bankFolder, nameBank } from '../../../../tests/support/ach-bank.ts';
import { backFile } from '../../../../tests/support/ach-returns.ts';
import { anAchStory, readings } from '../../../../tests/support/ach-story.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { useHouse } from '../../../../tests/support/house.ts';
import { moveClock } from '../../../../tests/support/test-clock.ts';

describe('the folder in which a bank leaves files', () => {
  const bankFilesDirectory = bankFolder();
  const { house, aCompany } = useHouse({ bankFilesDirectory });
  const pool = () => house().service.database.pools.test;

  test('is looked at: what is whole is read once, what grows is waited for, and nothing is deleted', async () => {
    const story = await anAchStory(house(), bankFilesDirectory, await aCompany());
    const { api, loan, entry, unpaid, status } = story;
    await moveClock(api, '2027-05-18T12:00:00Z');
    const place = { kind: 'directory', folder: 'outgoing', incomingFolder: 'incoming' };
    assert.equal((await nameBank(api, { place })).status, 200);
    const folder = join(bankFilesDirectory, 'test', api.realm.companyId, 'incoming');
    mkdirSync(folder, { recursive: true });
    const content = backFile({ on: '2027-05-18', backs: [{ of: entry, code: 'R01' }] });
    const look = async () => {
      const before = (await pool().query('select last_reached_at as at from payment_provider_work')).rows[0].at;
      await pool().query('update payment_provider_work set due_at = 0');
      await eventually(
        'the folder was looked at',
        async () => {
          const [row] = (await pool().query('select last_reached_at as at from payment_provider_work')).rows;
          return String(row.at) !== String(before);
        },
        30_000,
      );
    };
    const list = async () => (await api.get(readings)).body.data;
    writeFileSync(join(folder, 'RETURNS.ach'), content.slice(0, 400));
    await look();
    // The bank goes on writing.
    writeFileSync(join(folder, 'RETURNS.ach'), content);
    await look();
    assert.deepEqual(await list(), [], 'it has changed between two looks');
    await look();
    await eventually('it was read', async () => (await list())[0]?.state === 'read', 30_000);
    writeFileSync(join(folder, 'RETURNS-again.ach'), content);
    await look();
    await look();
    const [reading, ...more] = await list();
    assert.deepEqual([reading.isFetched, reading.fileName, reading.taken, more], [true, 'RETURNS.ach', 1, []]);
    assert.deepEqual((await status()).slice(0, 1), ['failed']);
    assert.equal(await loan.owed(), unpaid(5) + 20);
    assert.deepEqual(readdirSync(folder).sort(), ['RETURNS-again.ach', 'RETURNS.ach']);
  });
});
