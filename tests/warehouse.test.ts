// The copy that docs/warehouse.md makes in DuckDB: what it holds is what the endpoints show, however often it is brought
// up to date, and nothing stays of a borrower who was erased.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { erasePersonByHand } from '#app/erase-person.ts';
import { aPerson, aPhone, type Client, useHouse } from './support/house.ts';
import { aRoundLoan } from './support/round-loan.ts';
import { told } from './support/told.ts';

const directory = mkdtempSync(join(tmpdir(), 'tenor-warehouse-'));
after(() => rmSync(directory, { recursive: true }));

/** The questions of the page, in its order. */
const questions = (/```sql\n([\s\S]*?)```/.exec(readFileSync('docs/warehouse.md', 'utf8'))?.[1] ?? '').split(/;\s*/);

describe('a copy in DuckDB', () => {
  const { house, aCompany } = useHouse();
  let url: string;
  before(async () => {
    await house().app.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(house().app.server.address() as AddressInfo).port}`;
  });

  async function follow(api: Client, file: string): Promise<void> {
    const env = { ...process.env, TENOR: url, KEY: api.key, FILE: file };
    await promisify(execFile)(process.execPath, ['examples/warehouse/follow.mjs'], { env });
  }

  async function ask(file: string, sql: string, values: string[] = []): Promise<unknown[][]> {
    const instance = await DuckDBInstance.create(file);
    const connection = await instance.connect();
    const rows = (await connection.runAndReadAll(sql, values)).getRowsJson();
    connection.closeSync();
    instance.closeSync();
    return rows;
  }

  test('goes on where it ended, and answers the questions of the page', async () => {
    const { test: api } = await aCompany();
    const file = join(directory, 'loans.duckdb');
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-01');
    await loan.pay(500);
    await told(house(), api);
    await follow(api, file);
    assert.deepEqual(await ask(file, questions[0] as string), [['active', '1']]);
    assert.deepEqual(await ask(file, questions[1] as string), [['2026-02', '500.00']]);
    await loan.at('2026-03-01');
    await loan.pay(20);
    await loan.pay(0.07);
    await told(house(), api);
    for (let times = 0; times < 2; times++) await follow(api, file);
    assert.deepEqual(await ask(file, questions[1] as string), [
      ['2026-02', '500.00'],
      ['2026-03', '20.07'],
    ]);
    const [[copied]] = (await ask(file, 'select thing from things where id = $1', [loan.id])) as [[string]];
    assert.equal(JSON.parse(copied).status, (await loan.read()).status);
  });

  test('keeps nothing of a borrower who was erased', async () => {
    const { test: api } = await aCompany();
    const file = join(directory, 'people.duckdb');
    const [ada, bob] = await Promise.all([1, 2].map(() => api.made('/people', aPerson())));
    for (const { id } of [ada, bob]) await api.made(`/people/${id}/contacts`, aPhone());
    await told(house(), api);
    await follow(api, file);
    const kept = async () =>
      (await ask(file, 'select person, count(*) from things group by all')) as [string, string][];
    const both = { [ada.id]: '2', [bob.id]: '2' };
    assert.deepEqual(Object.fromEntries(await kept()), both);
    await erasePersonByHand(house().service, api.realm, ada.id, { evenWithOpenLoans: true });
    await told(house(), api);
    await follow(api, file);
    assert.deepEqual(Object.fromEntries(await kept()), { ...both, [ada.id]: '1' });
  });
});
