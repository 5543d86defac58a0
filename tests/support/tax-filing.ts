// Tax filings of tests: one that was made without a worker, and those that a worker makes.
import assert from 'node:assert/strict';
import { eventually } from './eventually.ts';
import type { Answer, Client, House } from './house.ts';

type Shown = Answer['body'];

const filings = '/companies/current/tax-filings';

/** Makes a filing of the year that has no forms, in a house without workers. */
export async function aMadeTaxFiling(house: House, api: Client, taxYear: number): Promise<string> {
  const { id, operationId } = await api.made(filings, { taxYear });
  const pool = house.service.database.pools[api.realm.mode];
  await pool.query("update operations set state = 'canceled' where id = $1", [operationId]);
  await pool.query("update tax_filings set state = 'made', num_forms = 0, total_amount = 0 where id = $1", [id]);
  return id;
}

export interface TaxFiling {
  readonly path: string;
  readonly filing: Shown;
  /** They are in the order of the filing. */
  readonly forms: readonly Shown[];
}

/** Begins a filing, and waits until it has ended. */
export async function aTaxFiling(api: Client, taxYear: number, more: object = {}): Promise<TaxFiling> {
  const { id } = await api.made(filings, { taxYear, ...more });
  const path = `${filings}/${id}`;
  const filing = await eventually('the filing has ended', async () => {
    const { data } = (await api.get(path)).body;
    return !['initiated', 'running'].includes(data.state) && data;
  });
  assert.deepEqual([filing.state, filing.errorMessage], ['made', null]);
  const { data } = (await api.get(`${path}/forms?limit=100`)).body;
  return { path, filing, forms: data.toReversed() };
}

export async function markSent(api: Client, { path }: Pick<TaxFiling, 'path'>, sentOn: string): Promise<void> {
  const answer = await api.put(path, { sentOn });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}
