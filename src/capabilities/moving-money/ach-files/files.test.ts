// An ACH file from the order that waits for it to the folder of the bank, by the test clock. The loan earns 1.00 a day and
// 500.00 come due on the first of each month (tests/support/round-loan.ts). Times of New York: in May 14:00 is 18:00Z.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { bankFolder, bytesOf, entriesIn, filesAre, filesIn, nameBank } from '../../../../tests/support/ach-bank.ts';
import { aCollectedLoan, type CollectedLoan } from '../../../../tests/support/collected.ts';
import { type Client, useHouse } from '../../../../tests/support/house.ts';
import { moveClock } from '../../../../tests/support/test-clock.ts';

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
});
