// In live mode a file that somebody brings, and that gives money back or moves accounts, waits for a second person.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { bankFolder, nameBank } from '../../../../../tests/support/ach-bank.ts';
import { type Back, type BankEntry, backFile } from '../../../../../tests/support/ach-returns.ts';
import { readings } from '../../../../../tests/support/ach-story.ts';
import { movingMoneyTools } from '../../../../../tests/support/ach-tools.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { aKeyByHand } from '../../../../../tests/support/reimbursed.ts';
import { told, typesOf } from '../../../../../tests/support/told.ts';
import { keepFile } from '../incoming/keep-file.ts';
import { readFileOf } from '../incoming/read-job.ts';

/** As the bank would send it back; nobody here has sent it. */
const entry: BankEntry = {
  header: '5225TENOR DEMO LOANS                    1987654321PPDLOAN PMT  261125261126   1110000020000001',
  line: '62711000001390000000000000    0000050000TX-AAAA-AAAA   A BORROWER              0110000020000001',
  trace: '110000020000001',
  cents: 50_000,
  id: 'TX-AAAA-AAAA',
  isDebit: true,
};
const undone: Back = { of: entry, code: 'R68', named: `   ${'110000030000441'}13801                ` };

describe('a file that somebody has brought in live mode', () => {
  const bankFilesDirectory = bankFolder();
  const { house, aCompany } = useHouse({ bankFilesDirectory, works: false });
  let live: Client;
  let other: Client;
  before(async () => {
    live = (await aCompany()).live;
    assert.equal((await nameBank(live)).status, 200);
    other = await aKeyByHand(house(), live);
  });

  const shown = async (id: string) => (await live.get(`${readings}/${id}`)).body.data;
  const read = (id: string) => readFileOf(movingMoneyTools(house()), live.realm, id);
  const bring = async (back: Back, modifier: string): Promise<{ id: string; content: string }> => {
    const content = backFile({ on: '2026-11-25', backs: [back], modifier });
    const { id } = (await live.post(readings, { fileName: 'RETURNS.ach', content })).body.data;
    await read(id);
    return { id, content };
  };

  test('and takes money back is read at once', async () => {
    const { id } = await bring({ of: entry, code: 'R01' }, 'A');
    assert.deepEqual([(await shown(id)).state, (await shown(id)).breaks], ['read', 1]);
  });

  test('and gives money back waits, and is read once somebody else confirms it', async () => {
    const { id } = await bring(undone, 'B');
    assert.deepEqual([(await shown(id)).state, (await shown(id)).waitsFor], ['kept', 'secondPerson']);
    assert.equal(typesOf(await told(house(), live)).at(-1), 'ach.file.waits');
    const own = await live.post(`${readings}/${id}/confirm`, {});
    assert.deepEqual([own.status, own.body.errorType], [403, 'SecondPersonNeeded']);
    assert.equal((await other.post(`${readings}/${id}/confirm`, {})).status, 200);
    await read(id);
    assert.deepEqual([(await shown(id)).state, (await shown(id)).breaks], ['read', 1]);
    const again = await other.post(`${readings}/${id}/confirm`, {});
    assert.deepEqual([again.status, again.body.errorType], [409, 'AchReadingState']);
  });

  test('and moves an account waits, and is rejected; the same from the folder of the bank is read all the same', async () => {
    const { id, content } = await bring({ of: entry, code: 'C01', corrected: '930100000064' }, 'C');
    assert.equal((await shown(id)).waitsFor, 'secondPerson');
    const rejected = await other.post(`${readings}/${id}/reject`, { reason: 'the bank knows of none' });
    assert.deepEqual([rejected.status, rejected.body.data.state], [200, 'unreadable']);
    const { service } = house();
    await service.database.transact(live.realm, async (tx) => {
      const fetched = { fileName: 'x', bytes: Buffer.from(content), by: null, fetchedFrom: 'PV-AAAA-AAAA' };
      await keepFile(service, tx, rejected.body.data.readAt, fetched);
    });
    await read(id);
    assert.deepEqual([(await shown(id)).state, (await shown(id)).isFetched], ['read', true]);
  });

  test('is one of a hundred in a day at the most', async () => {
    const bring = (i: number) => live.post(readings, { fileName: 'x', content: `no file ${i}` });
    const statuses = new Set<number>();
    // They wait for one lock: more at once would be refused with 423 on a busy machine.
    for (let begun = 0; begun < 99; begun += 9) {
      const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => bring(begun + n)));
      for (const { status } of answers) statuses.add(status);
    }
    assert.deepEqual(statuses, new Set([200, 429]));
    const { status, body } = await bring(99);
    assert.deepEqual([status, body.errorType, body.data.perDay], [429, 'TooManyAchReadings', 100]);
  });
});
