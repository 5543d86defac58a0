// The figures of each day that docs/warehouse.md keeps in DuckDB: the tape type of the page makes a file each morning by
// itself, and the question of the page is answered as the books say.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { eventually } from './support/eventually.ts';
import { type Answer, type Client, useHouse } from './support/house.ts';
import { aLife } from './support/loan-life.ts';

type Shown = Answer['body'];

const days = mkdtempSync(join(tmpdir(), 'tenor-days-'));
after(() => rmSync(days, { recursive: true }));

const page = readFileSync('docs/warehouse.md', 'utf8').split('## The figures of each day')[1] ?? '';
const blockOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';

const { house, aCompany } = useHouse({ works: true });

/** Keeps the file of the tape that was made by itself as of the day. */
async function keepDay(api: Client, loanTapeTypeId: string, asOf: string): Promise<void> {
  const tape = await eventually(`there is a tape of ${asOf}`, async () => {
    const { data } = (await api.get(`/companies/current/loan-tapes?loanTapeTypeId=${loanTapeTypeId}`)).body;
    return data.find((one: Shown) => one.asOf === asOf && one.state === 'succeeded');
  });
  assert.deepEqual([tape.isScheduled, tape.proof.isProved], [true, true]);
  const path = `/api/companies/current/loan-tapes/${tape.id}/download`;
  const { rawPayload } = await house().app.inject({ url: path, headers: { 'x-api-key': api.key } });
  writeFileSync(join(days, `${tape.id}.parquet`), rawPayload);
}

test('loans have a file of Parquet for each day, and the question of the page says what the books say', async () => {
  const company = await aCompany();
  const { test: api } = company;
  const life = await aLife(company, { start: '2026-01-20T15:00:00Z', agreed: { interestRates: [{ rate: 0 }] } });
  const { id } = await api.made('/companies/current/loan-tape-types', JSON.parse(blockOf('json')));
  await life.moveTo('2026-02-16');
  await keepDay(api, id, '2026-02-15');
  await life.moveTo('2026-02-17');
  await keepDay(api, id, '2026-02-16');
  await life.pay(1200);
  await life.moveTo('2026-02-18');
  await keepDay(api, id, '2026-02-17');
  const instance = await DuckDBInstance.create(':memory:');
  const copy = await instance.connect();
  const [load = '', question = ''] = blockOf('sql').replace('days/', `${days}/`).split(/;\s*/);
  await copy.run(load);
  const rows = (await copy.runAndReadAll(question)).getRowsJson();
  copy.closeSync();
  instance.closeSync();
  // 400.00 were due on the 15th, and came two days later with 800.00 besides.
  assert.deepEqual(rows, [
    ['2026-02-15', '1', '4800.00', '0.00'],
    ['2026-02-16', '1', '4800.00', '400.00'],
    ['2026-02-17', '1', '3600.00', '0.00'],
  ]);
});
