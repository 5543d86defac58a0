// An ACH file from the order that waits for it to the folder of the bank, by the test clock. The loan earns 1.00 a day and
// 500.00 come due on the first of each month (tests/support/round-loan.ts). Times of New York: in May 14:00 is 18:00Z.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { bankFolder, bytesOf, entriesIn, filesAre, filesIn, nameBank } from '../../../../../tests/support/ach-bank.ts';
import { aCollectedLoan, type CollectedLoan } from '../../../../../tests/support/collected.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { anAccount } from '../../../../../tests/support/instruments.ts';
import { moveClock } from '../../../../../tests/support/test-clock.ts';

describe('an ACH file', () => {
  const bankFilesDirectory = bankFolder();
  const { house, aCompany } = useHouse({ bankFilesDirectory });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const aLoan = async (date: string, bank: object = {}): Promise<CollectedLoan> => {
    api = (await aCompany()).test;
    const loan = await aCollectedLoan(house(), api, { start: '2027-03-01' });
    const { status, body } = await nameBank(api, bank);
    assert.equal(status, 200, JSON.stringify(body));
    await loan.at(date);
    return loan;
  };

  test('takes what was ordered before its cut-off, and makes it pending as it is closed', async () => {
    const loan = await aLoan('2027-05-13T18:00:00Z');
    const owed = await loan.owed();
    const made = await loan.collect(500);
    assert.equal(made.status, 'initiated');
    await moveClock(api, '2027-05-13T19:59:00Z');
    assert.equal((await loan.transaction(made.id)).status, 'initiated', 'the cut-off is at 16:00');
    assert.equal(await loan.owed(), owed);
    await moveClock(api, '2027-05-13T20:00:00Z');
    const pending = await loan.transaction(made.id);
    assert.deepEqual([pending.status, pending.timestamps.effectiveDate], ['pending', '2027-05-13']);
    assert.equal(pending.processorTransactionId, '110000020000001', 'the first trace of this bank');
    assert.equal(await loan.owed(), owed - 500);
    const [name] = await filesAre(bankFilesDirectory, api, 1);
    assert.match(name as string, /^20270513A-[0-9a-f]{8}\.ach$/);
    const text = bytesOf(bankFilesDirectory, api, name as string);
    // Settles on Friday; a debit of a checking account.
    assert.deepEqual(entriesIn(text), [`WEB LOAN PMT 270514 27 50000 ${made.id}`]);
    assert.equal(text.slice(23, 34), '2705131600A', 'made at 16:00 of the bank');
    await moveClock(api, '2027-05-18T21:00:00Z');
    assert.equal((await loan.transaction(made.id)).status, 'succeeded', 'two banking days after it settled');
    assert.equal(filesIn(bankFilesDirectory, api).length, 1);
  });

  const pathOf = (id = ''): string => `/companies/current/ach-file-uploads${id && `/${id}`}`;
  const shownFiles = async () => (await api.get(pathOf())).body.data;

  test('of Thursday settles after the holiday, and takes no debit of a day that was not agreed yet', async () => {
    // Monday 2027-05-31 is a holiday: what leaves on Friday 05-28 settles on Tuesday 06-01.
    const loan = await aLoan('2027-05-28T18:00:00Z');
    const [now, later] = [await loan.collect(100), await loan.collect(120, { scheduledDate: '2027-06-02' })];
    await moveClock(api, '2027-05-28T20:00:00Z');
    const [name] = await filesAre(bankFilesDirectory, api, 1);
    const entries = entriesIn(bytesOf(bankFilesDirectory, api, name as string));
    assert.deepEqual(entries, [`WEB LOAN PMT 270601 27 10000 ${now.id}`]);
    // The one of Wednesday leaves on Tuesday, and nothing on the holiday.
    await moveClock(api, '2027-06-01T19:59:00Z');
    assert.equal(filesIn(bankFilesDirectory, api).length, 1);
    await moveClock(api, '2027-06-01T20:00:00Z');
    const [, second] = await filesAre(bankFilesDirectory, api, 2);
    const text = bytesOf(bankFilesDirectory, api, second as string);
    assert.deepEqual(entriesIn(text), [`WEB LOAN PMT 270602 27 12000 ${later.id}`]);
    assert.equal(text.slice(33, 34), 'A', 'the first file of its day');
    assert.equal((await loan.transaction(later.id)).timestamps.effectiveDate, '2027-06-02');
  });

  test('closes at the cut-off of the bank on the day on which its clocks are moved', async () => {
    // Sunday 2027-11-07 New York falls back: 16:00 is 20:00Z on Friday and 21:00Z on Monday.
    const loan = await aLoan('2027-11-05T15:00:00Z');
    const friday = await loan.collect(100);
    await moveClock(api, '2027-11-05T20:01:00Z');
    assert.equal((await loan.transaction(friday.id)).status, 'pending');
    const monday = await loan.collect(110);
    await moveClock(api, '2027-11-08T20:59:00Z');
    assert.equal((await loan.transaction(monday.id)).status, 'initiated');
    await moveClock(api, '2027-11-08T21:00:00Z');
    assert.equal((await loan.transaction(monday.id)).status, 'pending');
    const [, name] = await filesAre(bankFilesDirectory, api, 2);
    assert.equal(bytesOf(bankFilesDirectory, api, name as string).slice(23, 34), '2711081600A');
  });

  test('of the same day leaves with its window; more than the limit goes the ordinary way, silently', async () => {
    const window = { cutOff: '13:00', mark: 'SD1700' };
    const loan = await aLoan('2027-05-13T14:00:00Z', { sameDayWindows: [window], sameDayAmountMax: 200 });
    const small = await loan.collect(200, { achSameDay: true });
    const large = await loan.collect(201, { achSameDay: true });
    assert.deepEqual([small.achProcessedSameDay, large.achProcessedSameDay], [true, false]);
    await moveClock(api, '2027-05-13T20:00:00Z');
    const [first, second] = await filesAre(bankFilesDirectory, api, 2);
    const sameDay = bytesOf(bankFilesDirectory, api, first as string);
    assert.deepEqual(entriesIn(sameDay), [`WEB LOAN PMT 270513 27 20000 ${small.id}`]);
    assert.match(sameDay, /LOAN PMT {2}SD1700270513/);
    const nextDay = bytesOf(bankFilesDirectory, api, second as string);
    assert.deepEqual(entriesIn(nextDay), [`WEB LOAN PMT 270514 27 20100 ${large.id}`]);
    assert.deepEqual([first?.slice(8, 9), second?.slice(8, 9)], ['A', 'B'], 'two files of a day');
    assert.equal(nextDay.includes('110000020000002'), true, 'traces go on');
  });

  test('does not take what was taken back before, nor is it made of nothing', async () => {
    const loan = await aLoan('2027-05-13T18:00:00Z');
    const [made, other] = [await loan.collect(100), await loan.collect(110)];
    const back = await loan.act(made, 'reverse', {});
    assert.equal(back.status < 300, true, JSON.stringify(back.body));
    await moveClock(api, '2027-05-13T20:00:00Z');
    assert.deepEqual(
      [(await loan.transaction(made.id)).status, (await loan.transaction(other.id)).status],
      ['canceled', 'pending'],
    );
    const [name] = await filesAre(bankFilesDirectory, api, 1);
    assert.equal(entriesIn(bytesOf(bankFilesDirectory, api, name as string)).length, 1);
    await moveClock(api, '2027-05-13T20:01:00Z');
    const late = await loan.collect(120);
    await loan.act(late, 'reverse', {});
    await moveClock(api, '2027-05-14T20:00:00Z');
    assert.equal((await shownFiles()).length, 1);
  });

  test('is several files where the bank takes few entries in one', async () => {
    const loan = await aLoan('2027-05-13T18:00:00Z', { fileMax: { entries: 2 } });
    const made = [];
    for (let i = 1; i <= 5; i += 1) made.push(await loan.collect(100 + i));
    await moveClock(api, '2027-05-13T20:00:00Z');
    const names = await filesAre(bankFilesDirectory, api, 3);
    const all = names.flatMap((name) => entriesIn(bytesOf(bankFilesDirectory, api, name)));
    assert.deepEqual(
      all.map((entry) => entry.split(' ').at(-1)).sort(),
      made.map(({ id }) => id).sort(),
      'each stands in one file, once',
    );
    assert.deepEqual(
      names.map((name) => name.slice(8, 9)),
      ['A', 'B', 'C'],
    );
    const shown = await shownFiles();
    assert.deepEqual(
      shown.map((file: { idModifier: string; entryCount: number }) => [file.idModifier, file.entryCount]),
      [
        ['C', 1],
        ['B', 2],
        ['A', 2],
      ],
    );
  });

  test('carries the trial deposits of a new account, as two credits that no row shows the amounts of', async () => {
    const loan = await aLoan('2027-05-13T18:00:00Z');
    const made = await api.made(
      `/people/${loan.personId}/payment-instruments`,
      anAccount({ accountNumber: '5550001' }),
    );
    assert.equal(made[0].status, 'pending');
    await moveClock(api, '2027-05-13T20:00:00Z');
    const [name] = await filesAre(bankFilesDirectory, api, 1);
    const entries = entriesIn(bytesOf(bankFilesDirectory, api, name as string));
    // In test mode they are 0.11 and 0.32; a credit of a checking account is 22.
    assert.deepEqual(
      entries.map((entry) => entry.replace(/ VD-.*/, '')),
      ['PPD ACCTVERIFY 270514 22 11', 'PPD ACCTVERIFY 270514 22 32'],
    );
    const { rows } = await house().service.database.pools.test.query(
      'select amount_cents::int as cents from ach_entries where company_id = $1',
      [api.realm.companyId],
    );
    assert.deepEqual(rows, [{ cents: 0 }, { cents: 0 }]);
  });
});
