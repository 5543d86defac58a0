// Whether what is stored of one loan is what its facts give.
import assert from 'node:assert/strict';
import { type Finding, verifyLoans } from '#capabilities/loans/verifying.ts';
import type { House } from './house.ts';
import type { Life } from './loan-life.ts';

export async function mustBeSound({ service }: House, { api, personId, id: loanId }: Life): Promise<void> {
  const [verdict] = await verifyLoans(service.database.reader(api.realm), [{ personId, loanId }]);
  assert.deepEqual(verdict?.findings, []);
}

/** Stores of a row, which is on the books, a cent more than its fact says; the verification must find it, and only it. */
export async function aCentMoreIsFound(house: House, life: Life, table: string, id: string): Promise<void> {
  const { database } = house.service;
  const add = (cents: number) =>
    database.pools.test.query(`update ${table} set amount = amount + $1 where id = $2`, [cents, id]);
  assert.equal((await add(1)).rowCount, 1);
  const [verdict] = await verifyLoans(database.reader(life.api.realm), [{ personId: life.personId, loanId: life.id }]);
  assert.deepEqual(
    verdict?.findings.map(({ what, where }: Finding) => `${table} ${what} ${where}`),
    [`${table} ${table.replace('loan_', '')} ${id} fact`],
  );
  await add(-1);
  await mustBeSound(house, life);
}
