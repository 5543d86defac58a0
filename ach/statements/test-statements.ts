// Statements for the tests: the days of the worked file of the trade, as three banks would write them.

import assert from 'node:assert/strict';
import { FileRefused } from '../text/file-refused.ts';
import type { Chunks } from '../text/lines.ts';
import { type CsvMapping, readCsv } from './csv.ts';
import type { StatementItem, StatementLine } from './statement.ts';

type Read = (chunks: Chunks) => AsyncGenerator<StatementItem>;

export const itemsOf = (read: Read, text: string): Promise<StatementItem[]> =>
  Array.fromAsync(read([Buffer.from(text)]));

export const linesIn = (items: readonly StatementItem[]): StatementLine[] =>
  items.flatMap((item) => (item.is === 'line' ? [item.line] : []));

export async function refused(read: Read, text: string, line: number, column: number, says: RegExp): Promise<void> {
  await assert.rejects(itemsOf(read, text), (error) => {
    assert.ok(error instanceof FileRefused, String(error));
    assert.match(error.message, says);
    assert.deepEqual([error.line, error.column], [line, column], error.message);
    return true;
  });
}

/** Any cut, or other bytes anywhere, is refused or read, and nothing else is thrown. */
export async function refusesOnly(read: Read, texts: readonly string[]): Promise<void> {
  for (const text of texts)
    await itemsOf(read, text).catch((error) => assert.ok(error instanceof FileRefused, `${error.stack}`));
}

/**
 * 2027-05-14: 2,684.51 in and 9.89 out. Sums by hand: 03: 0 + 267462 + 268451 + 989; 16: 268451 + 989; together 806342.
 */
export const bai2 = [
  '01,110000026,1987654321,270514,2300,1,,,2/',
  '02,1987654321,110000026,1,270514,2359,USD,2/',
  '03,4000001234,USD,010,0,,,015,267462,,/',
  '88,100,268451,1,,400,989,1,/',
  '16,142,268451,0,TR-88,ACH-20270514-A,ACH SETTLEMENT, DEBITS',
  '88,OF TENOR DEMO LOANS',
  '16,451,989,V,270514,0900,TR-89,TX-1D5R-Z8YF,REFUND/',
  '49,806342,6/',
  '98,806342,1,8/',
  '99,806342,1,10/',
  '',
].join('\n');

const entry = (of: {
  readonly amount: string;
  readonly way: 'CRDT' | 'DBIT';
  readonly day: string;
  readonly refs?: string;
  readonly status?: string;
  readonly family?: string;
}): string => `
    <Ntry>
      <NtryRef>N-1</NtryRef>
      <Amt Ccy="USD">${of.amount}</Amt>
      <CdtDbtInd>${of.way}</CdtDbtInd>
      <Sts>${of.status ?? '<Cd>BOOK</Cd>'}</Sts>
      <BookgDt><Dt>${of.day}</Dt></BookgDt>
      <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RDDT</Cd><SubFmlyCd>${of.family ?? 'ESDD'}</SubFmlyCd></Fmly></Domn></BkTxCd>
      <NtryDtls>
        <TxDtls>
          <Refs><EndToEndId>NOTPROVIDED</EndToEndId>${of.refs ?? ''}</Refs>
          <RmtInf><Ustrd>ACH &amp; more</Ustrd></RmtInf>
        </TxDtls>
      </NtryDtls>
    </Ntry>`;

const balance = (code: string, amount: string, way = 'CRDT'): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${way}</CdtDbtInd><Dt><Dt>2027-05-18</Dt></Dt></Bal>`;

/** 2027-05-18: a return of 313.12 and a fee of 2.00, and 5.00 that are pending; 2,674.62 becomes 2,359.50. */
export const camt053 = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
<BkToCstmrStmt>
  <GrpHdr><MsgId>M-1</MsgId><CreDtTm>2027-05-18T23:00:00Z</CreDtTm></GrpHdr>
  <Stmt>
    <Id>S-1</Id>
    <Acct><Id><Othr><Id>4000001234</Id></Othr></Id><Ccy>USD</Ccy></Acct>
    ${balance('OPBD', '2674.62')}
    ${balance('CLBD', '2359.50')}
    <TxsSummry><TtlNtries><NbOfNtries>3</NbOfNtries><Sum>320.12</Sum></TtlNtries></TxsSummry>${[
      entry({ amount: '313.12', way: 'DBIT', day: '2027-05-18', refs: '<TxId>RET-0518</TxId>', family: 'UPDD' }),
      entry({ amount: '2.0', way: 'DBIT', day: '2027-05-18', family: 'CHRG' }),
      entry({ amount: '5.00', way: 'CRDT', day: '2027-05-18', status: 'PDNG' }),
    ].join('')}
  </Stmt>
</BkToCstmrStmt>
</Document>
`;

export const mapping: CsvMapping = {
  delimiter: ',',
  skipLines: 1,
  account: '1234',
  columns: {
    date: 'Posted',
    amount: 'Amount',
    moneyIn: null,
    moneyOut: null,
    keys: ['Ref', 'Your ref'],
    text: 'Description',
    kind: 'Type',
    balance: 'Balance',
  },
  dateFormat: 'MM/DD/YYYY',
  decimalMark: '.',
  plus: 'in',
  order: 'newestFirst',
  returnWords: ['ACH RETURN'],
  feeWords: ['FEE'],
};

export const csv = [
  'Account ending 1234',
  'Posted,Amount,Type,Ref,Your ref,Description,Balance',
  '05/18/2027,(2.00),FEE,TR-92,,"RETURN FEE, ONE ITEM",2359.50',
  '05/18/2027,-313.12,ACH RETURN,TR-91,RET-0518,"RETURN ""R01""',
  'OF THE DAY","2,361.50"',
  '05/14/2027,-9.89,ACH,TR-89,TX-1D5R-Z8YF,REFUND,2674.62',
  '05/14/2027,"2,684.51",ACH,TR-88,ACH-20270514-A,SETTLEMENT,2684.51',
  '',
].join('\r\n');

export const readMapped: Read = (chunks) => readCsv(chunks, mapping);
