import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bankOf, breaksOf, cashOf, statementOf, statementsPath } from '../../tests/support/bank.ts';
import { useHouse } from '../../tests/support/house.ts';
import { readByHand } from './cli-bank-statement.ts';

describe('tenor reconcile with an account of the company', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('reads a statement into the database once, prints the page, and counts what is open', async () => {
    const { test: api } = await aCompany();
    const { id } = await bankOf(house(), api);
    const content = Buffer.from(statementOf(10, [['2026-05-14', '5.00', 'A']]));
    const read = () => readByHand(house().service, api.realm, { 'bank-account': id }, { file: '/in/may.csv', content });
    const first = await read();
    assert.match(first.text, /Statement may\.csv, SHA-256 [0-9a-f]{64}\n/);
    assert.match(first.text, /Closing balance of the statement +15\.00\nDifference that nothing explains +0\.00\n/);
    assert.equal(first.open, 1);
    assert.deepEqual(await read(), first);
    assert.deepEqual(await cashOf(house(), api), { BK: 5, UN: -5 });
    assert.equal((await breaksOf(api)).length, 1);
    const [statement, ...more] = (await api.get(statementsPath)).body.data;
    assert.deepEqual([statement.readByType, statement.readById, more], ['system', null, []]);
  });

  test('refuses what is wrong as the endpoint does, and an account of another company', async () => {
    const [{ test: api }, { test: other }] = [await aCompany(), await aCompany()];
    const { id } = await bankOf(house(), api);
    const read = (text: string, on = api) =>
      readByHand(house().service, on.realm, { 'bank-account': id }, { file: 'x.csv', content: Buffer.from(text) });
    await assert.rejects(read('hello'), /The statement is wrong in line 1, column 1/);
    await assert.rejects(read(statementOf(0, [['2026-05-14', '5.00']]), other), /has no bank account/);
  });
});
