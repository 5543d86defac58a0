// What persons do: stop payments, release a file, void it, read what stands in it. Times of New York in May: 16:00 is 20:00Z.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { setSwitch } from '#capabilities/moving-money/index.ts';
import { chainAudit } from '#platform/audit/chain-audit.ts';
import { bankFolder, bytesOf, entriesIn, filesAre, filesIn, nameBank } from '../../../../../tests/support/ach-bank.ts';
import { aCollectedLoan, type CollectedLoan } from '../../../../../tests/support/collected.ts';
import { type Client, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { moveClock } from '../../../../../tests/support/test-clock.ts';

const files = '/companies/current/ach-file-uploads';

describe('of an ACH file a person', () => {
  const bankFilesDirectory = bankFolder();
  const { house, aCompany } = useHouse({ bankFilesDirectory });
  let company: Company;
  let api: Client;

  const aLoan = async (bank: object = {}): Promise<CollectedLoan> => {
    company = await aCompany();
    api = company.test;
    const loan = await aCollectedLoan(house(), api, { start: '2027-03-01' });
    const { status, body } = await nameBank(api, bank);
    assert.equal(status, 200, JSON.stringify(body));
    await loan.at('2027-05-13T18:00:00Z');
    return loan;
  };
  const shown = async () => (await api.get(files)).body.data;
  const withSwitch = (at: string | null) =>
    house().service.database.transact(api.realm, async (tx) =>
      setSwitch(tx, at === null ? null : { at: at as never, reason: 'a test' }),
    );

  test('releases what is larger than what leaves by itself, once', async () => {
    const loan = await aLoan({ releaseMax: { debitAmount: 499.99 } });
    const { id } = await loan.collect(500);
    await moveClock(api, '2027-05-13T20:00:00Z');
    const [built] = await shown();
    assert.deepEqual([built.state, built.totalDebitAmount, built.entryCount], ['built', 500, 1]);
    assert.equal((await loan.transaction(id)).status, 'pending', 'it counts, and cannot be taken back');
    assert.deepEqual(filesIn(bankFilesDirectory, api), []);
    const released = await api.post(`${files}/${built.id}/release`);
    assert.deepEqual([released.status, released.body.data.state], [200, 'released']);
    await filesAre(bankFilesDirectory, api, 1);
    const again = await api.post(`${files}/${built.id}/release`);
    assert.deepEqual([again.status, again.body.errorType], [409, 'AchFileState']);
    const late = await api.post(`${files}/${built.id}/void`, { reason: 'too late' });
    assert.deepEqual([late.status, late.body.errorType], [409, 'AchFileState']);
  });

  test('voids one that has not left: its payments stay pending and go by the next file, on a later day', async () => {
    const loan = await aLoan({ releaseMax: { entries: 1 } });
    const made = [await loan.collect(100), await loan.collect(110)];
    await moveClock(api, '2027-05-13T20:00:00Z');
    const [built] = await shown();
    const voided = await api.post(`${files}/${built.id}/void`, { reason: 'the bank asked for it' });
    assert.deepEqual([voided.body.data.state, voided.body.data.reason], ['voided', 'the bank asked for it']);
    const owed = await loan.owed();
    await moveClock(api, '2027-05-14T20:00:00Z');
    const [next] = await shown();
    assert.deepEqual([next.state, next.entryCount, next.businessDate], ['built', 2, '2027-05-14']);
    await api.post(`${files}/${next.id}/release`);
    const [name] = await filesAre(bankFilesDirectory, api, 1);
    // Both settle on Monday 05-17; they counted on Thursday.
    const text = bytesOf(bankFilesDirectory, api, name as string);
    assert.deepEqual(
      entriesIn(text).sort(),
      made.map(({ id }, i) => `WEB LOAN PMT 270517 27 ${10_000 + i * 1_000} ${id}`).sort(),
    );
    const one = await loan.transaction(made[0]?.id);
    assert.deepEqual([one.status, one.timestamps.effectiveDate], ['pending', '2027-05-13']);
    assert.ok(
      ['110000020000003', '110000020000004'].includes(one.processorTransactionId) || one.processorTransactionId,
      '',
    );
    const more = (await loan.owed()) - owed;
    assert.ok(more > 0 && more < 1, `a day of interest on less than 3650.00, and nothing taken twice: ${more}`);
    await moveClock(api, '2027-05-19T21:00:00Z');
    assert.equal((await loan.transaction(made[0]?.id)).status, 'succeeded');
  });

  test('stops it by stopping payments: no file closes and none leaves, and what was late goes with the next', async () => {
    const loan = await aLoan();
    const { id } = await loan.collect(100);
    await withSwitch('2027-05-13T18:00:00Z');
    await moveClock(api, '2027-05-14T14:00:00Z');
    assert.deepEqual([(await loan.transaction(id)).status, await shown()], ['initiated', []]);
    await withSwitch(null);
    await moveClock(api, '2027-05-14T20:00:00Z');
    const [name] = await filesAre(bankFilesDirectory, api, 1);
    // It was to settle on Friday; as it is, it would settle at once.
    assert.deepEqual(entriesIn(bytesOf(bankFilesDirectory, api, name as string)), [
      `WEB LOAN PMT 270517 27 10000 ${id}`,
    ]);
    assert.equal(
      (await loan.transaction(id)).timestamps.effectiveDate,
      '2027-05-13',
      'the day on which it counts stays',
    );
  });

  test('reads the bytes with a permission of its own, and the audit tells it', async () => {
    const loan = await aLoan();
    await loan.collect(100);
    await moveClock(api, '2027-05-13T20:00:00Z');
    const [name] = await filesAre(bankFilesDirectory, api, 1);
    const [{ id, sha256, size }] = await shown();
    const { status, body } = await api.post(`${files}/${id}/download`, {});
    assert.equal(status, 200, JSON.stringify(body));
    const { fileContent: content, part, parts } = body.data;
    assert.deepEqual([part, parts, content.length], [0, 1, size]);
    assert.equal(content, bytesOf(bankFilesDirectory, api, name as string));
    assert.equal(createHash('sha256').update(content, 'ascii').digest('hex'), sha256);
    const wrong = await api.post(`${files}/${id}/download`, { part: 1 });
    assert.deepEqual([wrong.status, wrong.body.data.path], [400, 'part']);
    const reader = await api.made('/keys', {
      name: 'reader',
      permissions: ['ach.file.upload:list', 'ach.file.upload:read'],
    });
    const refused = await house().call(reader.apiKey ?? reader.key, 'POST', `${files}/${id}/download`, { body: {} });
    assert.equal(refused.status, 403);
    await chainAudit(house().service.database, 'test');
    const told = (await api.get('/audit?action=achFileUploads.download')).body.data;
    assert.equal(told.length > 0, true);
  });

  test('sees those of the own company alone, and no file has an entry of another', async () => {
    const mine = await aLoan();
    const [my, myCompany] = [api, company];
    const theirs = await aLoan();
    const one = await theirs.collect(100);
    api = my;
    const own = await mine.collect(200);
    await moveClock(my, '2027-05-13T20:00:00Z');
    const [name] = await filesAre(bankFilesDirectory, my, 1);
    assert.deepEqual(entriesIn(bytesOf(bankFilesDirectory, my, name as string)), [
      `WEB LOAN PMT 270514 27 20000 ${own.id}`,
    ]);
    const [{ id }] = await shown();
    const stranger = (await aCompany()).test;
    assert.equal((await stranger.get(`${files}/${id}`)).status, 404);
    assert.equal((await stranger.post(`${files}/${id}/download`, {})).status, 404);
    assert.equal((await myCompany.live.get(`${files}/${id}`)).status, 404);
    assert.notEqual(one.id, own.id);
  });
});
