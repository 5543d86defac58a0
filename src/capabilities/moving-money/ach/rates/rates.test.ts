// The rates of returned debits, from the database (tests/support/ach-story.ts: one debit, sent on Thursday 2027-05-13).
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bankFolder } from '../../../../../tests/support/ach-bank.ts';
import { anAchStory } from '../../../../../tests/support/ach-story.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { moveClock } from '../../../../../tests/support/test-clock.ts';
import { told } from '../../../../../tests/support/told.ts';

const path = '/companies/current/ach-return-rates';

describe('the rates of debits that come back', () => {
  const bankFilesDirectory = bankFolder();
  const { house, aCompany } = useHouse({ bankFilesDirectory });
  const rates = async (api: Client, through = '') =>
    (await api.get(`${path}${through && `?through=${through}`}`)).body.data;
  const crossings = async (api: Client): Promise<string[]> =>
    (await told(house(), api))
      .filter(({ eventType }) => eventType === 'ach.return.rate.changed')
      .map((event) => `${event.rate} ${event.standing} ${event.returnedCount}/${event.debitCount}`);

  test('count each debit on the day of its file, each return once, and tell a crossing once', async () => {
    const story = await anAchStory(house(), bankFilesDirectory, await aCompany());
    const { api, entry, bring } = story;
    // As if 3,999 had gone a day before, of which 15 came back unauthorized: with this one 16 of 4,000 are 0.4 percent,
    // 80 percent of the limit; 16 of all are far below 15 percent.
    await house().service.database.pools.test.query(
      `insert into ach_rate_days (company_id, originator, day, is_verifying, sent, returned, unauthorized, administrative)
       values ($1, '1987654321', '2027-05-12', false, 3999, 15, 15, 0)`,
      [api.realm.companyId],
    );
    await moveClock(api, '2027-05-18T12:00:00Z');
    const [before] = (await rates(api)).originators;
    assert.deepEqual([before.companyIdentification, before.debitCount], ['1987654321', 4000]);
    assert.deepEqual(before.rates[0], { rate: 'unauthorized', returnedCount: 15, limitPerMille: 5, standing: 'fine' });
    assert.deepEqual(
      before.days.map((day: { day: string; debitCount: number }) => [day.day, day.debitCount]),
      [
        ['2027-05-13', 1],
        ['2027-05-12', 3999],
      ],
    );
    const back = { of: entry, code: 'R10', trace: '110000030000441' };
    await bring([back]);
    await bring([back], '2027-05-18', { modifier: 'B' });
    const [after] = (await rates(api)).originators;
    assert.deepEqual(
      after.rates.map((rate: { rate: string; returnedCount: number; standing: string }) => Object.values(rate)),
      [
        ['unauthorized', 16, 5, 'warning'],
        ['administrative', 0, 30, 'fine'],
        ['all', 16, 150, 'fine'],
      ],
    );
    assert.deepEqual(after.days[0].unauthorizedCount, 1);
    assert.deepEqual(await crossings(api), ['unauthorized warning 16/4000']);
    // Sixty days that end with 07-11 begin with 05-13, in which one of one came back; the day after has none. 07-11 is a
    // Sunday, so that Monday is the first banking day at whose end it is looked at.
    assert.deepEqual((await rates(api, '2027-07-11')).originators[0].debitCount, 1);
    assert.deepEqual((await rates(api, '2027-07-12')).originators, []);
    await moveClock(api, '2027-07-13T22:00:00Z');
    assert.deepEqual(await crossings(api), ['unauthorized warning 16/4000', 'unauthorized fine 0/0']);
  });

  test('are those of the company that asks', async () => {
    const { api } = await anAchStory(house(), bankFilesDirectory, await aCompany());
    const stranger = (await aCompany()).test;
    await moveClock(api, '2027-05-14T12:00:00Z');
    assert.equal((await rates(api)).originators.length, 1);
    assert.deepEqual((await rates(stranger, '2027-05-14')).originators, []);
  });
});
