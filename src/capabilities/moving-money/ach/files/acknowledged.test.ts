// What becomes of a file that was left with its bank: read, not heard of, refused (tests/support/ach-story.ts: one debit
// of 500.00, left on Thursday 2027-05-13 at 16:00 of New York, which is 20:00Z; it settles on Friday).
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bankFolder, bytesOf, entriesIn, filesAre, nameBank } from '../../../../../tests/support/ach-bank.ts';
import { type AchStory, anAchStory } from '../../../../../tests/support/ach-story.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { useHouse } from '../../../../../tests/support/house.ts';
import { aKeyByHand } from '../../../../../tests/support/reimbursed.ts';
import { moveClock } from '../../../../../tests/support/test-clock.ts';
import { told, typesOf } from '../../../../../tests/support/told.ts';

const files = '/companies/current/ach-file-uploads';

describe('a file that was left with its bank', () => {
  const bankFilesDirectory = bankFolder();
  const { house, aCompany } = useHouse({ bankFilesDirectory });

  const aSentFile = async (): Promise<AchStory & { readonly file: string }> => {
    const story = await anAchStory(house(), bankFilesDirectory, await aCompany());
    const [one] = await eventually('it is written down', async () => {
      const { data } = (await story.api.get(`${files}?state=uploaded`)).body;
      return data.length === 1 && data;
    });
    return { ...story, file: `${files}/${one.id}` };
  };
  const toldOfFiles = async ({ api }: AchStory): Promise<string[]> =>
    typesOf((await told(house(), api)).filter(({ eventType }) => eventType.startsWith('ach.file.')));

  test('and of which the bank says nothing within the hour is told, once, and not sent again', async () => {
    const story = await aSentFile();
    const { expectedBy } = (await story.api.get(story.file)).body.data;
    assert.equal(expectedBy, '2027-05-13T21:00:00.000000+00:00');
    await moveClock(story.api, '2027-05-13T20:59:00Z');
    assert.deepEqual(await toldOfFiles(story), ['ach.file.sent']);
    await moveClock(story.api, '2027-05-16T12:00:00Z');
    assert.deepEqual(await toldOfFiles(story), ['ach.file.sent', 'ach.file.unacknowledged']);
    await filesAre(bankFilesDirectory, story.api, 1);
  });

  test('is acknowledged by a person with what the bank has counted, and never with something else', async () => {
    const story = await aSentFile();
    const counted = { entryAddendaCount: 1, totalDebitAmount: 500, totalCreditAmount: 0 };
    const wrong = await story.api.post(`${story.file}/acknowledge`, { ...counted, totalDebitAmount: 499.99 });
    assert.deepEqual([wrong.status, wrong.body.data.path], [400, 'totalDebitAmount']);
    const { status, body } = await story.api.post(`${story.file}/acknowledge`, counted);
    assert.deepEqual([status, body.data.state], [200, 'acknowledged']);
    await moveClock(story.api, '2027-05-13T23:00:00Z');
    assert.deepEqual(await toldOfFiles(story), ['ach.file.sent', 'ach.file.acknowledged']);
  });

  test('with a bank that never says that it has read one is not waited for', async () => {
    const story = await aSentFile();
    assert.equal((await nameBank(story.api, { acknowledgeWithinMinutes: null })).status, 200);
    await moveClock(story.api, '2027-05-13T20:30:00Z');
    await story.loan.collect(100);
    await moveClock(story.api, '2027-05-14T23:00:00Z');
    const [second] = await eventually('the second one is left', async () => {
      const { data } = (await story.api.get(`${files}?state=uploaded`)).body;
      return data.length === 2 && data;
    });
    assert.equal(second.expectedBy, null);
  });

  test('and refused by it goes by the next one, with other traces, once two persons say so', async () => {
    const story = await aSentFile();
    const { api, file, id } = story;
    const owed = await story.loan.owed();
    const asked = await api.post(`${file}/reject`, { reason: 'control totals' });
    assert.deepEqual([asked.status, asked.body.data.state], [200, 'uploaded'], 'nothing has changed');
    const own = await api.post(`${file}/confirm-rejection`, {});
    assert.deepEqual([own.status, own.body.errorType], [403, 'SecondPersonNeeded']);
    const other = await aKeyByHand(house(), api);
    const { status, body } = await other.post(`${file}/confirm-rejection`, {});
    assert.deepEqual([status, body.data.state, body.data.reason], [200, 'rejected', 'control totals']);
    assert.equal(await story.loan.owed(), owed, 'the payment counts as before');
    const { originators } = (await api.get('/companies/current/ach-return-rates')).body.data;
    assert.equal(originators[0].debitCount, 0, 'nothing was sent');
    await moveClock(api, '2027-05-14T20:00:00Z');
    const [, name] = await filesAre(bankFilesDirectory, api, 2);
    assert.deepEqual(entriesIn(bytesOf(bankFilesDirectory, api, name as string)), [
      `WEB LOAN PMT 270517 27 50000 ${id}`,
    ]);
    await moveClock(api, '2027-05-19T22:00:00Z');
    assert.deepEqual((await story.status())[0], 'succeeded');
    assert.deepEqual(await story.breaks(), []);
  });

  test('is not taken back once it has settled', async () => {
    const { api, file } = await aSentFile();
    await api.post(`${file}/reject`, { reason: 'a late word' });
    await moveClock(api, '2027-05-14T14:00:00Z');
    const other = await aKeyByHand(house(), api);
    const late = await other.post(`${file}/confirm-rejection`, {});
    assert.deepEqual([late.status, late.body.errorType], [409, 'AchFileSettled']);
  });
});
