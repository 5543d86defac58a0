// What an entry of a file is called, by who pays how, and by what went before. The cut-off is at 16:00 of New York, in May
// 20:00Z; what leaves on Thursday 2027-05-13 settles on Friday.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bankFolder, bytesOf, entriesIn, filesAre, filesIn, nameBank } from '../../../../../tests/support/ach-bank.ts';
import { type BankEntry, backFile, entriesSent } from '../../../../../tests/support/ach-returns.ts';
import { anAchStory, readBack } from '../../../../../tests/support/ach-story.ts';
import { aCollectedLoan, verifiedAccount } from '../../../../../tests/support/collected.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { moveClock } from '../../../../../tests/support/test-clock.ts';

describe('an entry of a file', () => {
  const bankFilesDirectory = bankFolder();
  const { house, aCompany } = useHouse({ bankFilesDirectory });
  const textOf = async (api: Client, count: number): Promise<string> =>
    bytesOf(bankFilesDirectory, api, (await filesAre(bankFilesDirectory, api, count)).at(-1) as string);
  const aStory = async () => anAchStory(house(), bankFilesDirectory, await aCompany());

  test('is CCD of a business, TEL by telephone and PPD in writing, each in a batch of its kind', async () => {
    const { test: api } = await aCompany();
    const loan = await aCollectedLoan(house(), api, { start: '2027-03-01' });
    const business = await verifiedAccount(api, loan.personId, { accountHolderType: 'business' });
    assert.equal((await nameBank(api)).status, 200);
    await loan.at('2027-05-13T18:00:00Z');
    const by = (channel: string) => ({ authorization: { channel } });
    const ofBusiness = await loan.collect(100, { paymentInstrumentId: business, ...by('phone') });
    const [called, signed] = [await loan.collect(110, by('phone')), await loan.collect(120, by('written'))];
    await moveClock(api, '2027-05-13T20:00:00Z');
    const text = await textOf(api, 1);
    assert.deepEqual(entriesIn(text), [
      `PPD LOAN PMT 270514 27 12000 ${signed.id}`,
      `TEL LOAN PMT 270514 27 11000 ${called.id}`,
      `CCD LOAN PMT 270514 27 10000 ${ofBusiness.id}`,
    ]);
    // Positions 77 and 78: S of the single one by telephone, nothing of the others.
    assert.deepEqual(
      entriesSent(text).map(({ line }) => line.slice(76, 78)),
      ['  ', 'S ', '  '],
    );
  });

  test('is RETRY PYMT, of the same amount and kind, where it came back for want of money', async () => {
    const { test: api } = await aCompany();
    const loan = await aCollectedLoan(house(), api, { start: '2027-03-01' });
    assert.equal((await nameBank(api)).status, 200);
    await loan.at('2027-05-13T18:00:00Z');
    const first = await loan.collect(500, { retryIfReturned: true });
    await moveClock(api, '2027-05-13T20:00:00Z');
    const [sent] = entriesSent(await textOf(api, 1)) as [BankEntry];
    await moveClock(api, '2027-05-18T12:00:00Z');
    await readBack(api, backFile({ on: '2027-05-18', backs: [{ of: sent, code: 'R01' }] }));
    const [retry] = (await api.get(`${loan.path}/transactions?status=scheduled`)).body.data;
    assert.deepEqual([retry.retryOriginalTransactionId, retry.scheduledAmount], [first.id, 500]);
    // Three banking days after Tuesday the 18th it is Friday the 21st, on which borrowers are paid: it leaves the day before.
    await moveClock(api, '2027-05-20T20:00:00Z');
    assert.deepEqual(entriesIn(await textOf(api, 2)), [`WEB RETRY PYMT 270521 27 50000 ${retry.id}`]);
  });

  test('is REVERSAL, a credit of the same amount and kind, of a mistake; a preview orders none', async () => {
    const { api, loan, id } = await aStory();
    await moveClock(api, '2027-05-17T15:00:00Z');
    const preview = await loan.act({ id }, 'reverse', { isMistake: true, previewMode: true });
    assert.deepEqual([preview.status, preview.body.data.id], [201, null], JSON.stringify(preview.body));
    const { status, body } = await loan.act({ id }, 'reverse', { isMistake: true });
    assert.deepEqual([status, body.data.paymentDetails?.reason], [201, 'reversal'], JSON.stringify(body));
    await moveClock(api, '2027-05-17T20:00:00Z');
    assert.deepEqual(entriesIn(await textOf(api, 2)), [`WEB REVERSAL 270518 22 50000 ${body.data.id}`]);
    assert.equal(filesIn(bankFilesDirectory, api).length, 2);
  });

  // Settled on Friday the 14th; the fifth banking day after that is Friday the 21st.
  for (const [at, called, what] of [
    ['2027-05-21T19:30:00Z', 'REVERSAL', 'by the cut-off of the fifth banking day'],
    ['2027-05-21T20:30:00Z', 'REFUND', 'after it'],
  ] as const) {
    test(`that takes a mistake back ${what} is ${called}`, async () => {
      const { api, loan, id } = await aStory();
      await moveClock(api, at);
      const { status, body } = await loan.act({ id }, 'reverse', { isMistake: true });
      assert.equal(status, 201, JSON.stringify(body));
      await moveClock(api, '2027-05-24T20:00:00Z');
      assert.match(entriesIn(await textOf(api, 2))[0] as string, new RegExp(`^(WEB|PPD) ${called} .* 22 50000 `));
    });
  }
});
