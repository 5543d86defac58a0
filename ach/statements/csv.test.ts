import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CsvMapping, isDateFormat, readCsv } from './csv.ts';
import { csv, itemsOf, linesIn, mapping, readMapped, refused, refusesOnly } from './test-statements.ts';

const by =
  (other: Partial<CsvMapping>) =>
  (chunks: Parameters<typeof readCsv>[0]): ReturnType<typeof readCsv> =>
    readCsv(chunks, { ...mapping, skipLines: 0, ...other });

const columns = { ...mapping.columns, keys: [], text: null, kind: null, balance: null };

describe('a statement as CSV', () => {
  test('gives its lines by the mapping, and its balances where they are written', async () => {
    const items = await itemsOf(readMapped, csv);
    assert.deepEqual(
      linesIn(items).map(({ line, on, amount, kind, keys, text }) => [line, on, amount, kind, keys, text]),
      [
        [3, '2027-05-18', -200, 'fee', ['TR-92'], 'RETURN FEE, ONE ITEM'],
        [4, '2027-05-18', -31_312, 'return', ['TR-91', 'RET-0518'], 'RETURN "R01"\nOF THE DAY'],
        [6, '2027-05-14', -989, 'money', ['TR-89', 'TX-1D5R-Z8YF'], 'REFUND'],
        [7, '2027-05-14', 268_451, 'money', ['TR-88', 'ACH-20270514-A'], 'SETTLEMENT'],
      ],
    );
    const account = { accountNumber: '1234', opening: 0, closing: 235_950 };
    assert.deepEqual(items.slice(-2), [
      { is: 'accountEnd', account, lines: 4 },
      { is: 'end', accounts: 1 },
    ]);
  });

  test('writes days and amounts in many ways', async () => {
    const amounts = async (cell: string, other: Partial<CsvMapping> = {}) => {
      const text = `Posted;Amount\n14.5.27;${cell}\n`;
      const [line] = linesIn(await itemsOf(by({ delimiter: ';', columns, dateFormat: 'D.M.YY', ...other }), text));
      return [line?.on, line?.amount];
    };
    for (const cell of ['-1234.5', '(1,234.50)', '1,234.50-', '-$1,234.50', '$-1234.50', '"-1,234.50"'])
      assert.deepEqual(await amounts(cell), ['2027-05-14', -123_450], cell);
    assert.deepEqual(await amounts('1.234,50', { decimalMark: ',' }), ['2027-05-14', 123_450]);
    assert.deepEqual(await amounts('12', { plus: 'out' }), ['2027-05-14', -1_200]);
  });

  test('may have a column for each way', async () => {
    const ways = { ...columns, amount: null, moneyIn: 'Credit', moneyOut: 'Debit' };
    const read = by({ columns: ways });
    const text = '\uFEFFPosted,Debit,Credit\n05/14/2027,2.00,\n05/14/2027,,3.00\n05/14/2027,-4.00,\n';
    const lines = linesIn(await itemsOf(read, text));
    assert.deepEqual(
      lines.map(({ amount }) => amount),
      [-200, 300, -400],
    );
    await refused(read, 'Posted,Debit,Credit\n05/14/2027,1.00,2.00\n', 2, 17, /one of the two columns must be empty/);
    await refused(read, 'Posted,Debit,Credit\n05/14/2027,,\n', 2, 13, /one of the two columns must be empty/);
  });

  test('that is malformed, or has a hole, is refused with line and column', async () => {
    await refused(readMapped, csv.replace('-313.12', '-3l3.12'), 4, 12, /an amount must be dollars and whole cents/);
    await refused(readMapped, csv.replace('-313.12', '-313.125'), 4, 12, /whole cents/);
    await refused(readMapped, csv.replace('2,684.51', '26,84.51'), 7, 12, /whole cents/);
    await refused(readMapped, csv.replace('05/14/2027,-9', '14/05/2027,-9'), 6, 1, /written as MM\/DD\/YYYY/);
    await refused(readMapped, csv.replace('TR-91,', ''), 4, 1, /the row has 6 fields, and the first row has 7/);
    await refused(readMapped, csv.replace('Amount', 'Amt'), 2, 1, /there is no column "Amount"/);
    await refused(
      readMapped,
      csv.replace(',-9.89', ',-9.88'),
      7,
      59,
      /from 2,684.51 by -9.88 the balance does not come to 2,674.62/,
    );
    await refused(readMapped, csv.replace('OF THE DAY"', 'OF THE DAY'), 5, 13, /only a delimiter may follow a quote/);
    await refused(readMapped, csv.slice(0, csv.indexOf('OF THE DAY')), 4, 46, /quote that opens here is never closed/);
    await refused(readMapped, csv.replace('ONE ITEM"', 'ONE ITEM"x'), 3, 52, /only a delimiter may follow a quote/);
    await refused(readMapped, '', 1, 1, /names of the columns is missing/);
    const bytes = Buffer.concat([Buffer.from('Posted,Amount\n'), Buffer.from([0xff, 0xfe])]);
    await assert.rejects(Array.fromAsync(by({ columns })([bytes])), { message: /not UTF-8/ });
    await refusesOnly(
      readMapped,
      Array.from(csv, (_, i) => `${csv.slice(0, i)}"${csv.slice(i + 1)}`),
    );
  });

  test('is read by a format of days that names year, month and day once', () => {
    for (const format of ['MM/DD/YYYY', 'YYYY-MM-DD', 'D.M.YY', 'YYYYMMDD']) assert.equal(isDateFormat(format), true);
    for (const format of ['MM/DD', 'MM/DD/YYYY HH', 'YYYY-MM-DD-DD', 'x', 'MM(DD)YYYY'])
      assert.equal(isDateFormat(format), false, format);
  });
});
