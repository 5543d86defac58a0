// Statements that are not as they should be, come twice, or are of somebody else: nothing of them is taken.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  accountsPath,
  anAccountAtABank,
  bankOf,
  breaksOf,
  cashOf,
  readStatement,
  sendStatement,
  statementOf,
  statementsPath,
} from '../../../../tests/support/bank.ts';
import { type Client, type Company, useHouse } from '../../../../tests/support/house.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';
import type { Shown } from '../../../../tests/support/told.ts';

/** 300.00 came in on 2027-05-14. Sums by hand: account 30000 + 30000 = 60000 (16 and 015), in all the same. */
const bai2 = (amount = '30000', account = '4000001234', total = '60000'): string =>
  [
    '01,110000026,1987654321,270514,2300,1,,,2/',
    '02,1987654321,110000026,1,270514,2359,USD,2/',
    `03,${account},USD,010,0,,,015,30000,,/`,
    `16,142,${amount},0,TR-1,REF-1,ACH SETTLEMENT/`,
    `49,${total},3/`,
    `98,${total},1,5/`,
    `99,${total},1,7/`,
    '',
  ].join('\n');

describe('a statement of a bank', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  let api: Client;
  let account: Shown;
  before(async () => {
    company = await aCompany();
    api = company.test;
    await setClock(api, '2027-05-13T18:00:00Z');
    account = await bankOf(house(), api);
    await setClock(api, '2027-05-20T18:00:00Z');
  });
  const refused = async (content: string, accountId = account.id, more: object = {}): Promise<Shown> => {
    const { status, body } = await sendStatement(api, accountId, content, more);
    assert.ok(status === 409 || status === 422, JSON.stringify(body));
    return { type: body.errorType, ...body.data };
  };
  const nothingOfIt = async (): Promise<void> => {
    assert.deepEqual(await cashOf(house(), api), {});
    assert.deepEqual((await api.get(statementsPath)).body.data, []);
  };

  test('with letters in an amount is refused whole, with line and column', async () => {
    const found = await refused(statementOf(0, [['2027-05-14', '10.00']]).replace('10.00,', '1O.00,'));
    // The amount is the second column of the second line: after `2027-05-14,`.
    assert.deepEqual([found.type, found.line, found.column], ['StatementRefused', 2, 12]);
    await nothingOfIt();
  });

  test('of which a line is missing is refused: the balances do not lead to each other', async () => {
    const lines = statementOf(0, [
      ['2027-05-14', '10.00'],
      ['2027-05-14', '20.00'],
      ['2027-05-14', '30.00'],
    ]).split('\n');
    lines.splice(2, 1);
    assert.deepEqual((await refused(lines.join('\n'))).line, 3);
    await nothingOfIt();
  });

  test('in BAI2 is refused where its totals do not foot, where it is cut off, and where it is of another account', async () => {
    const { id } = await api.made(accountsPath, {
      ...anAccountAtABank,
      csv: null,
      accountNumber: '0005-000099',
      paymentProviderIds: (await providers(api)) as string[],
    });
    const whole = bai2('30000', '5000099');
    const errorsOf = async (text: string) => {
      const { type, line } = await refused(text, id);
      return [type, line];
    };
    assert.deepEqual(await errorsOf(bai2('30000', '5000099', '60001')), ['StatementRefused', 5]);
    assert.equal((await errorsOf(whole.slice(0, whole.indexOf('98,'))))[0], 'StatementRefused');
    assert.deepEqual(await errorsOf(bai2()), ['StatementOfAnotherAccount', undefined]);
    await nothingOfIt();
    const { status, body } = await sendStatement(api, id, whole);
    assert.deepEqual([status, body.data.lineCount, body.data.closingAmount], [201, 1, 300]);
  });

  test('of another company is not reached, and its account neither', async () => {
    const { test: other } = await aCompany();
    const { status } = await sendStatement(other, account.id, statementOf(0, [['2027-05-14', '10.00']]));
    assert.equal(status, 404);
  });

  test('is read once, however often it comes; a day is read once, and none is left out', async () => {
    const { test: own } = await aCompany();
    await setClock(own, '2027-05-13T18:00:00Z');
    const { id } = await bankOf(house(), own);
    await setClock(own, '2027-05-20T18:00:00Z');
    const first = await readStatement(own, id, 100, [['2027-05-14', '10.00', 'A']]);
    assert.deepEqual(
      [first.openingAmount, first.closingAmount, first.lineCount, first.matchedCount, first.through],
      [100, 110, 1, 0, '2027-05-14'],
    );
    const again = await readStatement(own, id, 100, [['2027-05-14', '10.00', 'A']]);
    assert.deepEqual(again, first);
    assert.deepEqual(await cashOf(house(), own), { BK: 10, UN: -10 });
    assert.equal((await breaksOf(own)).length, 1);

    const send = async (content: string) => {
      const { status, body } = await sendStatement(own, id, content);
      return [status, body.errorType, body.data?.expected];
    };
    // Other bytes of the same day, and a day after one that is missing.
    assert.deepEqual(await send(statementOf(100, [['2027-05-14', '10.00', 'B']])), [
      409,
      'StatementDoesNotFollow',
      'lines from 2027-05-15 on',
    ]);
    assert.deepEqual(await send(statementOf(120, [['2027-05-18', '10.00']])), [
      409,
      'StatementDoesNotFollow',
      'a statement that begins with 110.00',
    ]);
    await readStatement(own, id, 110, [['2027-05-17', '-4.00']]);
    assert.deepEqual(await cashOf(house(), own), { BK: 6, UN: -6 });
    // Without lines it is a day on which nothing happened, each time anew.
    for (const through of ['2027-05-18', '2027-05-19']) {
      const { status, body } = await sendStatement(own, id, statementOf(0, []), { through });
      assert.deepEqual([status, body.data.through, body.data.closingAmount], [201, through, 106]);
    }
    // A month that was taken for a day would block all that follow.
    assert.deepEqual(await send(statementOf(106, [['2027-12-05', '1.00']])), [
      422,
      'StatementRefused',
      'days until 2027-05-21',
    ]);
  });

  test('stands sealed: whoever has no permission of its own sees lines, and not the file', async () => {
    const { test: own } = await aCompany();
    const { id } = await bankOf(house(), own);
    const read = await readStatement(own, id, 0, [['2026-05-14', '10.00', 'A-REFERENCE-OF-ADA']]);
    const { rows } = await house().service.database.pools.test.query(
      'select s::text || l::text as all from bank_statements s, bank_lines l where s.company_id = $1 and l.company_id = $1',
      [own.realm.companyId],
    );
    assert.doesNotMatch(rows[0].all, /A-REFERENCE-OF-ADA|4000001234/);
    const one = `${statementsPath}/${read.id}`;
    const [line] = (await own.get(`${one}/lines`)).body.data;
    assert.deepEqual([line.keys, line.amount, line.matchedBy], [['A-REFERENCE-OF-ADA'], 10, null]);
    assert.match((await own.get(`${one}/page`)).body.data.text, /Account …1234, through 2026-05-14[\s\S]*Breaks: 1\./);
    assert.match((await own.get(`${one}/content`)).body.data.content, /A-REFERENCE-OF-ADA/);
    const { key } = await own.made('/keys', { name: 'reader', permissions: ['bank.statement:read'] });
    const reader = house().client(key, own.realm);
    assert.equal((await reader.get(`${one}/page`)).status, 200);
    assert.equal((await reader.get(`${one}/content`)).status, 403);
  });
});

/** A provider of its own, which pays to no account yet. */
async function providers(api: Client): Promise<readonly string[]> {
  const path = '/companies/current/payment-providers/bankAccount';
  const { body } = await api.put(path, { kind: 'simulator' });
  return [body.data.id];
}
