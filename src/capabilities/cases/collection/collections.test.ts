// A collection case opens when a loan has been overdue for as long as the company has set, is worked, and is completed
// when nothing is overdue any more.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Answer, type Client, type Company, useHouse } from '../../../../tests/support/house.ts';
import { aLife } from '../../../../tests/support/loan-life.ts';

describe('collection cases', () => {
  const { aCompany } = useHouse();
  let company: Company;
  let api: Client;
  before(async () => {
    company = await aCompany();
    api = company.test;
    const autoInitiate = { isEnabled: true, daysOverdue: 10, overdueAmount: 100 };
    const { status } = await api.put('/companies/current', { collections: { autoInitiate } });
    assert.equal(status, 200);
  });

  test('open by the threshold, once, and close when the borrower has paid', async () => {
    const life = await aLife(company);
    const person = life.path.replace(/\/loans.*/, '');
    const all = async (): Promise<Answer['body'][]> => (await api.get(`${person}/cases`)).body.data;
    await life.moveTo('2026-02-20');
    assert.deepEqual(await all(), []);
    await life.moveTo('2026-02-26');
    const [made] = await eventually('a case opens', async () => {
      const found = await all();
      return found.length > 0 && found;
    });
    assert.deepEqual(
      [made.caseType, made.status, made.createdByType, made.loanIds.length],
      ['collection', 'initiated', 'system', 1],
    );
    const { daysOverdue, overdueAmount, loans } = (await api.get(`${person}/cases/${made.id}/collection`)).body.data;
    assert.deepEqual([daysOverdue, overdueAmount, loans.length], [11, 432.2, 1]);
    await life.moveTo('2026-03-01');
    assert.equal((await all()).length, 1);
    await life.pay(432.2);
    await eventually('the case closes', async () => (await all())[0].status === 'completed');
    const [closed] = await all();
    assert.deepEqual([closed.outcome, (await all()).length], ['resolved', 1]);
  });
});
