import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readBai2 } from './bai2.ts';
import { bai2, itemsOf, linesIn, refused, refusesOnly } from './test-statements.ts';

const changed = (line: number, from: string | RegExp, to: string): string =>
  bai2
    .split('\n')
    .map((one, i) => (i === line - 1 ? one.replace(from, to) : one))
    .join('\n');

describe('a statement in BAI2', () => {
  test('gives its account, its balances and its lines in cents', async () => {
    const items = await itemsOf(readBai2, bai2);
    const account = { accountNumber: '4000001234', opening: 0, closing: 267_462 };
    assert.deepEqual(items, [
      { is: 'account', account },
      {
        is: 'line',
        line: {
          line: 5,
          on: '2027-05-14',
          amount: 268_451,
          kind: 'money',
          keys: ['TR-88', 'ACH-20270514-A'],
          text: 'ACH SETTLEMENT,DEBITS OF TENOR DEMO LOANS',
        },
      },
      {
        is: 'line',
        line: {
          line: 7,
          on: '2027-05-14',
          amount: -989,
          kind: 'money',
          keys: ['TR-89', 'TX-1D5R-Z8YF'],
          text: 'REFUND',
        },
      },
      { is: 'accountEnd', account, lines: 2 },
      { is: 'end', accounts: 1 },
    ]);
  });

  test('may have lines of a fixed length, CRLF, and money that can be used on several days', async () => {
    const padded = bai2
      .split('\n')
      .map((line) => line.padEnd(80))
      .join('\r\n');
    assert.equal(linesIn(await itemsOf(readBai2, padded)).length, 2);
    const spread = changed(7, 'V,270514,0900', 'D,2,0,500,1,489');
    assert.deepEqual(linesIn(await itemsOf(readBai2, spread))[1]?.keys, ['TR-89', 'TX-1D5R-Z8YF']);
    const three = changed(5, '268451,0,', '268451,S,100000,100000,68451,');
    assert.deepEqual(linesIn(await itemsOf(readBai2, three))[0]?.keys, ['TR-88', 'ACH-20270514-A']);
  });

  test('tells returned items and fees apart', async () => {
    const kinds = async (type: string) => linesIn(await itemsOf(readBai2, changed(7, '451', type)))[1]?.kind;
    assert.deepEqual([await kinds('557'), await kinds('698'), await kinds('475')], ['return', 'fee', 'money']);
  });

  test('that does not foot is refused at each of its levels', async () => {
    await refused(readBai2, changed(8, '806342', '806343'), 8, 4, /control total is 8,063.43 here and 8,063.42/);
    await refused(readBai2, changed(8, ',6/', ',5/'), 8, 11, /5 records are announced, and 6 stand here/);
    await refused(readBai2, changed(9, '806342', '1'), 9, 4, /control total is 0.01/);
    await refused(readBai2, changed(9, ',1,', ',2,'), 9, 11, /2 accounts are announced/);
    await refused(readBai2, changed(9, '8/', '9/'), 9, 13, /9 records/);
    await refused(readBai2, changed(10, '806342', '1'), 10, 4, /control total/);
    await refused(readBai2, changed(10, ',1,', ',3,'), 10, 11, /3 groups/);
    await refused(readBai2, changed(10, '10/', '11/'), 10, 13, /11 records/);
    // Without the refund: its two amounts are taken out of the totals, and the closing balance gives it away.
    const hole = bai2
      .replace(/16,451.*\n/, '')
      .replaceAll('806342', '805353')
      .replace(',6/', ',5/');
    const rest = hole.replace('1,8/', '1,7/').replace('1,10/', '1,9/');
    await refused(readBai2, rest, 7, 1, /do not lead from 0.00 to 2,674.62: they add up to 2,684.51/);
  });

  test('that is malformed is refused with line and column', async () => {
    await refused(readBai2, changed(5, '268451', '26845l'), 5, 8, /whole cents in digits/);
    await refused(readBai2, changed(5, '268451', '2684.51'), 5, 8, /whole cents in digits/);
    await refused(readBai2, changed(5, '142', '890'), 5, 4, /type 890 says neither/);
    await refused(readBai2, changed(5, '268451,0', '268451,X'), 5, 15, /funds type must be/);
    await refused(readBai2, changed(1, ',2/', ',1/'), 1, 41, /version must be 2, not 1/);
    await refused(readBai2, changed(2, ',1,', ',4,'), 2, 25, /status of the group must be 1/);
    await refused(readBai2, changed(2, '270514', '270231'), 2, 27, /YYMMDD/);
    await refused(readBai2, changed(2, 'USD', 'CAD'), 2, 39, /only dollars are read here, not CAD/);
    await refused(readBai2, changed(2, 'USD,2', 'USD,3'), 2, 43, /an interim report is no statement/);
    await refused(readBai2, changed(3, '4000001234', ''), 3, 4, /account number is missing/);
    await refused(readBai2, changed(3, '03', '13'), 3, 1, /a record begins with/);
    await refused(readBai2, bai2.replace(/03,.*\n88.*\n/, ''), 3, 1, /a record 03 or 98 must stand here, not 16/);
    await refused(readBai2, `88,x\n${bai2}`, 1, 1, /no record that could go on/);
    await refused(readBai2, `${bai2}01,,/\n`, 11, 1, /nothing may follow a record 99/);
    await refused(readBai2, bai2.replace(/99,.*\n/, ''), 10, 1, /cut off/);
    await refused(readBai2, '', 1, 1, /cut off/);
    await refused(readBai2, changed(5, 'ACH', '\u0007'), 5, 23, /control character/);
    const many = `${'88,1,1,,\n'.repeat(600)}`;
    await refused(readBai2, bai2.replace('88,100', `${many}88,100`), 503, 1, /500 lines at the most/);
  });

  test('cut anywhere is refused, and shows no account number', async () => {
    const end = bai2.trimEnd().length - 1;
    for (let length = 0; length < end; length++) await assert.rejects(itemsOf(readBai2, bai2.slice(0, length)));
    await refusesOnly(
      readBai2,
      Array.from(bai2, (_, i) => `${bai2.slice(0, i)}~,${bai2.slice(i + 1)}`),
    );
  });
});
