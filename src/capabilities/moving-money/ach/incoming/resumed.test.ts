// A file is read to its end whatever happens meanwhile: its worker dies, two read it at once, it says the same a million
// times. Each entry counts once (tests/support/ach-story.ts).
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bankFolder } from '../../../../../tests/support/ach-bank.ts';
import { type Back, backFile } from '../../../../../tests/support/ach-returns.ts';
import { type AchStory, anAchStory, breaksOf, readings } from '../../../../../tests/support/ach-story.ts';
import { movingMoneyTools } from '../../../../../tests/support/ach-tools.ts';
import { useHouse } from '../../../../../tests/support/house.ts';
import { moveClock } from '../../../../../tests/support/test-clock.ts';
import { readFileOf } from './read-job.ts';

describe('a file of a bank', () => {
  const bankFilesDirectory = bankFolder();
  const { house, aCompany } = useHouse({ bankFilesDirectory });
  const pool = () => house().service.database.pools.test;
  const aStory = async (): Promise<AchStory> => {
    const story = await anAchStory(house(), bankFilesDirectory, await aCompany());
    await moveClock(story.api, '2027-05-18T12:00:00Z');
    return story;
  };

  test('is read by one of several workers at once, and each entry counts once', async () => {
    const { api, loan, entry, unpaid } = await aStory();
    const content = backFile({ on: '2027-05-18', backs: [{ of: entry, code: 'R01' }] });
    const { id } = (await api.post(readings, { fileName: 'x', content })).body.data;
    const tools = movingMoneyTools(house());
    await Promise.all(Array.from({ length: 5 }, () => readFileOf(tools, api.realm, id)));
    for (let tries = 0; tries < 50; tries += 1) {
      if ((await api.get(`${readings}/${id}`)).body.data.state === 'read') break;
      await new Promise((go) => setTimeout(go, 200));
    }
    const reading = (await api.get(`${readings}/${id}`)).body.data;
    assert.deepEqual([reading.state, reading.taken, reading.breaks], ['read', 1, 0]);
    assert.equal(await loan.owed(), unpaid(5) + 20);
  });

  test('whose worker died anywhere is read on, and what was taken is not taken again', async () => {
    const story = await aStory();
    const { api, loan, entry, unpaid, bring } = story;
    const backs: Back[] = [
      { of: entry, code: 'R01', trace: '110000030000441' },
      ...Array.from(
        { length: 400 },
        (_, i): Back => ({ of: entry, code: 'R01', originalTrace: String(110000025000000 + i) }),
      ),
    ];
    const read = await bring(backs);
    assert.deepEqual([read.taken, read.breaks, read.entriesDone], [1, 400, 401]);
    // As if it had died after the first stretch was taken and before that was written down; then before the end.
    for (const entries_done of [0, 300, 401]) {
      await pool().query(
        `update ach_readings set state = 'applying', entries_done = $2, holder = 'a dead worker', due_at = 1, read_at = null where id = $1`,
        [read.id, entries_done],
      );
      await readFileOf(movingMoneyTools(house()), api.realm, String(read.id));
      const again = (await api.get(`${readings}/${read.id}`)).body.data;
      assert.deepEqual([again.state, again.taken, again.breaks, again.entriesDone], ['read', 1, 400, 401]);
    }
    assert.equal(await loan.owed(), unpaid(5) + 20);
    // Twenty of them are a break each, and one break counts all: once for each time that the end was written down here.
    assert.equal((await breaksOf(house(), api)).length, 20 + 4);
  });

  test('that says the same return very often undoes it once, and tells of it once', async () => {
    const { api, loan, entry, unpaid, bring } = await aStory();
    const same = Array.from({ length: 1_000 }, (): Back => ({ of: entry, code: 'R01', trace: '110000030000441' }));
    const others = Array.from({ length: 1_000 }, (): Back => ({ of: entry, code: 'R01' }));
    const read = await bring([...same, ...others]);
    assert.deepEqual([read.taken, read.known, read.breaks], [1, 999, 1_000]);
    assert.deepEqual(await breaksOf(house(), api), ['returnTwice']);
    assert.equal(await loan.owed(), unpaid(5) + 20);
  });
});
