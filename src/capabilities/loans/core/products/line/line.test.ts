// A line of credit over HTTP, before anything is drawn on it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aPerson, useHouse } from '../../../../../../tests/support/house.ts';

describe('a line of credit', () => {
  const { aCompany } = useHouse({ works: false });

  test('is boarded by the loan type that each company has, activated, and read', async () => {
    const { test: api } = await aCompany();
    await api.made('/test-clock', { now: '2026-01-20T15:00:00Z' });
    const { id: personId } = await api.made('/people', aPerson());
    const loans = `/people/${personId}/loans`;
    const made = await api.made(loans, {
      type: 'lineOfCredit',
      loanTypeId: 'ext-credit-card',
      status: 'originated',
      atOrigination: { creditLimitAmount: 5000, interestRates: [{ rate: 0.1999 }], specificDays: [10] },
    });
    assert.deepEqual([made.type, made.object, made.status], ['lineOfCredit', 'lineOfCredit', 'originated']);
    assert.equal(made.current.creditLimitAmount, null);
    const line = `${loans}/${made.id}`;
    const activated = await api.made(`${line}/activate`, {});
    assert.deepEqual(
      activated.schedule.map(({ date, amount }: { date: string; amount: number }) => [date, amount]),
      [['2026-03-10', 0]],
    );
    const read = (await api.get(line)).body.data;
    assert.deepEqual([read.status, read.newDrawsAllowed, read.drawsFrozen], ['active', true, false]);
    assert.equal(read.current.creditLimitAmount, 5000);
    const balances = (await api.get(`${line}/balances`)).body.data;
    assert.equal(balances.outstandingBalances.outstandingTotalAmount, 0);
    const periods = (await api.get(`${line}/periods`)).body.data;
    assert.deepEqual(
      periods.map(({ startDate, statementDate, dueDate }: Record<string, string>) => [
        startDate,
        statementDate,
        dueDate,
      ]),
      [
        ['2026-01-20', '2026-02-13', '2026-03-10'],
        ['2026-02-13', '2026-03-16', '2026-04-10'],
      ],
    );
    const frozen = await api.post(`${line}/freeze`, {});
    assert.deepEqual([frozen.status, frozen.body.errorType], [409, 'NotForLines']);
    await api.made('/test-clock', { now: '2026-05-20T15:00:00Z' });
    for (const path of ['', '/balances', '/obligations', '/payoff', '/interest', '/ledger', '/fees', '/rates']) {
      const { status, body } = await api.get(`${line}${path}`);
      assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    }
    assert.equal((await api.post(`${line}/refresh`, {})).status, 201);
  });
});
