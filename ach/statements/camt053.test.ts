import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readCamt053 } from './camt053.ts';
import { camt053, itemsOf, linesIn, refused, refusesOnly } from './test-statements.ts';

const says = async (text: string, problem: RegExp): Promise<void> => {
  await assert.rejects(itemsOf(readCamt053, text), { name: 'FileRefused', message: problem });
};

describe('a statement in camt.053', () => {
  test('gives its account, its balances and what was booked', async () => {
    const items = await itemsOf(readCamt053, camt053);
    const account = { accountNumber: '4000001234', opening: 267_462, closing: 235_950 };
    const common = { on: '2027-05-18', text: 'ACH & more' };
    assert.deepEqual(items, [
      { is: 'account', account },
      { is: 'line', line: { line: 11, ...common, amount: -31_312, kind: 'return', keys: ['N-1', 'RET-0518'] } },
      { is: 'line', line: { line: 25, ...common, amount: -200, kind: 'fee', keys: ['N-1'] } },
      { is: 'accountEnd', account, lines: 2 },
      { is: 'end', accounts: 1 },
    ]);
  });

  test('may use prefixes, and an older or a newer version of the schema', async () => {
    const prefixed = camt053
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1ns:')
      .replace('xmlns=', 'xmlns:ns=')
      .replace('001.08', '001.13');
    assert.deepEqual(linesIn(await itemsOf(readCamt053, prefixed)).length, 2);
    const older = camt053.replaceAll('<Cd>BOOK</Cd>', 'BOOK').replace('001.08', '001.02');
    assert.deepEqual(linesIn(await itemsOf(readCamt053, older)).length, 2);
  });

  test('that does not foot is refused', async () => {
    const refusedAt = (text: string, problem: RegExp) => refused(readCamt053, text, 5, 9, problem);
    await refusedAt(camt053.replace('>3<', '>4<'), /4 entries are announced, and 3 stand here/);
    await refusedAt(camt053.replace('320.12', '320.13'), /sum of entries is 320.13 here and 320.12/);
    await refused(readCamt053, camt053.replace('2359.50', '2359.51'), 5, 1, /do not lead from 2,674.62 to 2,359.51/);
  });

  test('that is malformed is refused', async () => {
    await says(camt053.replace('313.12<', '313,12<'), /^line 13, column \d+: an amount must be dollars/);
    await says(camt053.replace('313.12<', '313.125<'), /an amount must be dollars/);
    await says(camt053.replace('313.12<', '-313.12<'), /an amount must be dollars/);
    await says(camt053.replace('Ccy="USD">313', 'Ccy="EUR">313'), /only dollars are read here, not EUR/);
    await says(camt053.replace('DBIT', 'DEBIT'), /CdtDbtInd must be CRDT or DBIT/);
    await says(camt053.replace('<Dt>2027-05-18</Dt></BookgDt>', '<Dt>18.05.2027</Dt></BookgDt>'), /2027-05-14/);
    await says(camt053.replace('<Cd>BOOK</Cd>', '<Cd>WHAT</Cd>'), /must be booked: BOOK/);
    await says(camt053.replace(/<BookgDt>.*<\/BookgDt>/, ''), /lacks its amount, its direction or its day/);
    await says(camt053.replace(/<Acct>.*<\/Acct>/, ''), /names no account/);
    await says(camt053.replace('</Ntry>', '</Entry>'), /this is no XML/);
    await says(camt053.replace('UTF-8', 'ISO-8859-1'), /only UTF-8 is read/);
    await says('<Other/>', /this is no camt.053/);
    await says('no xml', /this is no XML/);
    await says('', /cut off/);
  });

  test('takes no document type, no entities of its own, and nothing without bound', async () => {
    const declared = camt053.replace('<Document', '<!DOCTYPE x [<!ENTITY e "ee">]>\n<Document');
    await says(declared, /a document type is not taken/);
    await says(camt053.replace('ACH &amp; more', 'ACH &nbsp; more'), /this is no XML/);
    await says(camt053.replace('ACH &amp; more', 'x'.repeat(5_000)), /a text has 4000 characters/);
    await says(`${'<a>'.repeat(100)}`, /40 deep/);
  });

  test('cut anywhere is refused', async () => {
    const end = camt053.trimEnd().length;
    for (let length = 0; length < end; length += 7)
      await assert.rejects(itemsOf(readCamt053, camt053.slice(0, length)));
    await refusesOnly(
      readCamt053,
      Array.from({ length: 400 }, (_, i) => `${camt053.slice(0, i * 7)}<${camt053.slice(i * 7 + 1)}`),
    );
  });

  test('of many entries is read in pieces', async () => {
    const [head, ...rest] = camt053.split(/(?=<Ntry>)/);
    const tail = rest.at(-1)?.slice(rest.at(-1)?.indexOf('</Stmt>')) ?? '';
    const one = (rest[1] as string).replace('2.0<', '1.00<');
    const bare = (head as string).replace(/<Bal>.*<\/Bal>/g, '').replace(/<TxsSummry>.*<\/TxsSummry>/, '');
    function* chunks(): Generator<Uint8Array> {
      yield Buffer.from(bare);
      for (let n = 0; n < 2_000; n++) yield Buffer.from(one);
      yield Buffer.from(tail);
    }
    let lines = 0;
    for await (const item of readCamt053(chunks())) if (item.is === 'line') lines += 1;
    assert.equal(lines, 2_000);
  });
});
