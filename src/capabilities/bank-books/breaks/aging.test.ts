// A break that nobody resolves is told once more after five banking days.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bankFolder } from '../../../../tests/support/ach-bank.ts';
import { anAchStory } from '../../../../tests/support/ach-story.ts';
import { useHouse } from '../../../../tests/support/house.ts';
import { moveClock } from '../../../../tests/support/test-clock.ts';
import { told } from '../../../../tests/support/told.ts';

describe('breaks', () => {
  const bankFilesDirectory = bankFolder();
  const { house, aCompany } = useHouse({ bankFilesDirectory });

  test('that are open for five banking days are told, each once', async () => {
    const { api, entry, bring, breaks } = await anAchStory(house(), bankFilesDirectory, await aCompany());
    await moveClock(api, '2027-05-18T12:00:00Z');
    await bring([{ of: entry, code: 'R01', originalTrace: '110000029999999' }]);
    assert.deepEqual(await breaks(), ['returnUnknown']);
    const aged = async () =>
      (await told(house(), api)).filter(({ eventType }) => eventType === 'money.break.aged').length;
    // Found on a Tuesday: the fifth banking day after it is the next Tuesday, which ends at 17:00 of New York.
    await moveClock(api, '2027-05-25T20:59:00Z');
    assert.equal(await aged(), 0);
    await moveClock(api, '2027-05-25T21:00:00Z');
    assert.equal(await aged(), 1);
    await moveClock(api, '2027-06-10T21:00:00Z');
    assert.equal(await aged(), 1);
  });
});
