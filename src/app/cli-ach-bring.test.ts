// `tenor ach bring`: a file of returns for a debit of which the bank has the file (tests/support/ach-story.ts).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { bankFolder, nameBank } from '../../tests/support/ach-bank.ts';
import { type Back, backFile } from '../../tests/support/ach-returns.ts';
import { type AchStory, anAchStory, readings } from '../../tests/support/ach-story.ts';
import { type Client, type Company, useHouse } from '../../tests/support/house.ts';
import { moveClock } from '../../tests/support/test-clock.ts';
import { bringByHand } from './cli-ach-bring.ts';

describe('tenor ach bring', () => {
  const bankFilesDirectory = bankFolder();
  const { house, aCompany } = useHouse({ bankFilesDirectory });
  const bring = ({ realm }: Client, text: string, file = '/in/RETURNS.ach') =>
    bringByHand(house().service, realm, { file, bytes: Buffer.from(text) });

  let company: Company;
  let story: AchStory;
  before(async () => {
    company = await aCompany();
    story = await anAchStory(house(), bankFilesDirectory, company);
    await moveClock(story.api, '2027-05-18T12:00:00Z');
  });

  test('takes what a bank sends back, says what came of it, and knows it the second time', async () => {
    const { api, entry, status, breaks } = story;
    const backs: Back[] = [
      { of: entry, code: 'R01' },
      { of: entry, code: 'R01', originalTrace: '110000029999999' },
      { of: entry, code: 'C01', corrected: '930100000064' },
    ];
    const text = backFile({ on: '2027-05-18', backs });
    const first = await bring(api, text);
    const head =
      /^RETURNS\.ach is AF-\S+, SHA-256 [0-9a-f]{64}\nreturns 2, returns of returns 0, notifications of change 1\n/;
    assert.match(first.text, head);
    assert.match(first.text, /\ntaken 2, known before 0, breaks 1, of which 1 name nothing that was ever sent$/);
    assert.match(first.toDo ?? '', /^1 break in it: a person must look/);
    assert.deepEqual([await status(), await breaks()], [['failed', 'insufficientFunds', 'R01'], ['returnUnknown']]);
    const again = await bring(api, text, '/in/another-name.ach');
    const [, known, ...same] = again.text.split('\n');
    assert.match(known ?? '', /^The same bytes had come before, at .*: nothing was done with them now\.$/);
    assert.deepEqual(same, first.text.split('\n').slice(1));
    assert.deepEqual(await breaks(), ['returnUnknown']);
  });

  test('refuses a file whole, with line and column, also one of another company', async () => {
    const good = backFile({ on: '2027-05-18', backs: [{ of: story.entry, code: 'R01' }] });
    const letters = good.replace('0000050000', '00000500o0');
    await assert.rejects(bring(story.api, letters), /RETURNS\.ach: line 3, column 38: .*Nothing of it counts/);
    const { test: other } = await aCompany();
    const refused = /line 1, column 4: the file goes to nobody whom this company has named/;
    await assert.rejects(bring(other, good), refused);
    await assert.rejects(bring(other, good), refused, 'known, and refused again');
  });

  test('leaves to a person what gives money back or moves an account in live mode', async () => {
    const { live } = company;
    assert.equal((await nameBank(live)).status, 200);
    const today = new Date().toISOString().slice(0, 10);
    const changes = backFile({ on: today, backs: [{ of: story.entry, code: 'C01', corrected: '930100000064' }] });
    const { toDo } = await bring(live, changes);
    assert.match(
      toDo ?? '',
      /^AF-\S+ gives money back or moves an account: nothing of it counts until somebody confirms/,
    );
    const [waiting] = (await live.get(readings)).body.data;
    assert.deepEqual([waiting.state, waiting.waitsFor], ['kept', 'secondPerson']);
    assert.equal((await live.post(`${readings}/${waiting.id}/confirm`, {})).status, 200);
    assert.match((await bring(live, changes)).text, /taken 0, known before 0, breaks 1/);
  });
});
