// Files that a bank sends back, brought by a person: what each entry does to its payment (tests/support/ach-story.ts).
// Times of New York: in May 14:00 is 18:00Z.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { bankFolder, bytesOf, filesAre } from '../../../../../tests/support/ach-bank.ts';
import { backFile } from '../../../../../tests/support/ach-returns.ts';
import { type AchStory, anAchStory, readBack, readings } from '../../../../../tests/support/ach-story.ts';
import { useHouse } from '../../../../../tests/support/house.ts';
import { moveClock } from '../../../../../tests/support/test-clock.ts';
import { told } from '../../../../../tests/support/told.ts';

describe('a file that a bank has sent', () => {
  const bankFilesDirectory = bankFolder();
  const { house, aCompany } = useHouse({ bankFilesDirectory });
  const pool = () => house().service.database.pools.test;
  const aStory = async (): Promise<AchStory> => anAchStory(house(), bankFilesDirectory, await aCompany());

  test('undoes the payment that it names, with its fee, and is known the second time', async () => {
    const { api, loan, entry, unpaid, bring, breaks, status } = await aStory();
    await moveClock(api, '2027-05-18T12:00:00Z');
    const reading = await bring([{ of: entry, code: 'R01', trace: '110000030000441' }]);
    assert.deepEqual([reading.state, reading.taken, reading.known, reading.breaks], ['read', 1, 0, 0]);
    assert.deepEqual((await status()).slice(0, 2), ['failed', 'insufficientFunds']);
    // The fee for the returned item is 20.00.
    assert.equal(await loan.owed(), unpaid(5) + 20);
    const content = backFile({ on: '2027-05-18', backs: [{ of: entry, code: 'R01', trace: '110000030000441' }] });
    const again = await api.post(readings, { fileName: 'another-name.ach', content });
    assert.deepEqual([again.body.data.id, again.body.data.wasKnown], [reading.id, true]);
    assert.deepEqual(await breaks(), []);
    assert.equal(await loan.owed(), unpaid(5) + 20);
  });

  test('of an unauthorized debit after forty days charges it back, and the account takes no debits any more', async () => {
    const { api, loan, entry, bring, breaks, status } = await aStory();
    await moveClock(api, '2027-06-23T12:00:00Z');
    assert.deepEqual((await status()).slice(0, 1), ['succeeded']);
    await bring([{ of: entry, code: 'R10' }], '2027-06-23');
    assert.deepEqual(await status(), ['chargeback', 'unauthorized', 'R10']);
    const account = (await api.get(`/people/${loan.personId}/payment-instruments/${loan.instrumentId}`)).body.data;
    assert.equal(account.isBlockedForDebits, true);
    assert.deepEqual(await breaks(), []);
    const { rows } = await pool().query(
      'select account, amount_cents from cash_balances where company_id = $1 and amount_cents <> 0 and carrier_id <> $2',
      [api.realm.companyId, 'simulator'],
    );
    assert.deepEqual(rows, [], 'what settled was taken back: every account is at zero');
  });

  test('says with a word that the bank suspects fraud', async () => {
    const { api, entry, bring, status } = await aStory();
    await moveClock(api, '2027-05-18T12:00:00Z');
    await bring([{ of: entry, code: 'R17', information: 'QUESTIONABLE' }]);
    assert.deepEqual(await status(), ['failed', 'questionable', 'R17']);
  });

  test('after the borrower was erased still reaches the books', async () => {
    const { api, loan, entry, unpaid, bring, breaks, status } = await aStory();
    await moveClock(api, '2027-05-17T12:00:00Z');
    const erased = await erasePersonByHand(house().service, api.realm, loan.personId, { evenWithOpenLoans: true });
    assert.equal(erased.outcome, 'erased');
    await bring([{ of: entry, code: 'R02' }], '2027-05-17');
    assert.deepEqual((await status()).slice(0, 2), ['failed', 'accountClosed']);
    assert.equal(await loan.owed(), unpaid(4));
    assert.deepEqual(await breaks(), []);
  });

  test('that was dishonored puts the payment back, and contested undoes it again, whatever is told twice', async () => {
    const { api, loan, entry, unpaid, bring, breaks, status } = await aStory();
    await moveClock(api, '2027-05-24T12:00:00Z');
    const owed = await loan.owed();
    const named = `   ${'110000030000441'}13801                `;
    await bring([{ of: entry, code: 'R01', trace: '110000030000441' }], '2027-05-19');
    assert.equal((await status())[0], 'failed');
    await bring([{ of: entry, code: 'R68', named }], '2027-05-20');
    assert.equal((await status())[0], 'succeeded');
    assert.equal(await loan.owed(), owed, 'the fee whose cause is gone is gone');
    await bring([{ of: entry, code: 'R73', named }], '2027-05-21');
    assert.deepEqual((await status()).slice(0, 2), ['failed', 'insufficientFunds']);
    assert.equal(await loan.owed(), unpaid(11) + 20);
    await bring([{ of: entry, code: 'R73', named }], '2027-05-22');
    assert.deepEqual(await breaks(), [], 'that a return stands is no second return');
    await bring([{ of: entry, code: 'R01' }], '2027-05-23');
    await bring([{ of: entry, code: 'R01' }], '2027-05-23', { at: '1310' });
    assert.deepEqual(await breaks(), ['returnTwice'], 'told once');
    assert.equal(await loan.owed(), unpaid(11) + 20);
    const open = await bring([{ of: entry, code: 'R69', named }], '2027-05-24');
    assert.deepEqual([open.taken, open.breaks], [0, 1]);
    assert.deepEqual(await breaks(), ['returnTwice', 'returnOpen']);
  });

  test('that matches nothing, or not in all, is a break each, and undoes nothing', async () => {
    const { api, entry, bring, breaks, status } = await aStory();
    await moveClock(api, '2027-05-18T12:00:00Z');
    const reading = await bring([
      { of: entry, code: 'R01', originalTrace: '110000029999999' },
      { of: entry, code: 'R01', cents: 50_001 },
      { of: entry, code: 'R02', id: 'TX-AAAA-AAAA' },
      { of: entry, code: 'C01', originalTrace: '110000029999998', corrected: '12345' },
    ]);
    assert.deepEqual([reading.taken, reading.known, reading.breaks], [0, 0, 4]);
    assert.deepEqual((await breaks()).sort(), ['amount', 'contradiction', 'returnUnknown', 'theirsNotOurs']);
    assert.equal((await status())[0], 'pending');
  });

  test('is refused whole with line and column, and nothing of it counts', async () => {
    const { api, entry, breaks, status } = await aStory();
    await moveClock(api, '2027-05-18T12:00:00Z');
    const good = backFile({
      on: '2027-05-18',
      backs: [
        { of: entry, code: 'R01' },
        { of: entry, code: 'C09' },
      ],
    });
    const lines = good.split('\n');
    const withLine = (n: number, change: (line: string) => string) =>
      lines.map((line, i) => (i === n - 1 ? change(line) : line)).join('\n');
    const place = (line: string, at: number, text: string) =>
      line.slice(0, at - 1) + text + line.slice(at - 1 + text.length);
    // With the hashes that go with it: 11000003 in each batch, 22000006 in all.
    const toOther = (text: string) =>
      text
        .replaceAll(/^(6\d6)110000026/gm, '$1110000039')
        .replaceAll('0011000002', '0011000003')
        .replaceAll('0022000004', '0022000006');
    const cases: [name: string, content: string, line: number, column: number][] = [
      ['cut off', lines.slice(0, 6).join('\n'), 7, 1],
      ['cut off in a line', good.slice(0, 300), 4, 16],
      ['letters in an amount', withLine(3, (line) => place(line, 35, 'x')), 3, 35],
      ['a total', withLine(5, (line) => place(line, 32, '9')), 5, 21],
      ['a hash', withLine(10, (line) => place(line, 31, '9')), 10, 22],
      [
        'another company',
        backFile({ on: '2027-05-18', backs: [{ of: entry, code: 'R01', companyId: '1999999999' }] }),
        2,
        41,
      ],
      ['to nobody', backFile({ on: '2027-05-18', backs: [], destination: '1999999999' }), 1, 4],
      ['another bank', backFile({ on: '2027-05-18', backs: [], origin: '110000039' }), 1, 14],
      ['another originating bank', toOther(good), 3, 4],
      [
        'what was sent',
        bytesOf(bankFilesDirectory, api, (await filesAre(bankFilesDirectory, api, 1))[0] as string),
        1,
        4,
      ],
      ['nothing of the kind', 'Dear customer,\nplease find attached', 1, 1],
    ];
    for (const [name, content, line, column] of cases) {
      const reading = await readBack(api, content, `${name}.ach`);
      assert.deepEqual([name, reading.state, reading.line, reading.column], [name, 'unreadable', line, column]);
      const again = await api.post(readings, { fileName: 'x', content });
      assert.deepEqual([again.body.data.state, again.body.data.wasKnown], ['unreadable', true]);
    }
    assert.equal((await status())[0], 'pending');
    assert.deepEqual(await breaks(), []);
    assert.equal((await told(house(), api, 'events=ach.file.refused')).length, cases.length);
  });
});
