// Late fees that are suspended for some days: those of the days do not come, those that came are taken back, and on other
// days they come as ever. 100.00 is due on the fifteenth of each month, and a fee of 25.00 comes eleven days later.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aDraw, aLine } from '../../../../../tests/support/begun-line.ts';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { verifyLoans } from '../../whole/verify/verify-loans.ts';

describe('late fees that are suspended', () => {
  const { aCompany, house } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const aFreeLife = (): Promise<Life> =>
    aLife(company, {
      type: { fees: { late: { graceDays: 10, flatAmount: 25 } } },
      agreed: { amountFinanced: 1200, interestRates: [{ rate: 0 }] },
    });
  const at = (life: Life, date: string) => setClock(life.api, `${date}T15:00:00Z`);
  const feeDays = async (life: Life): Promise<string[]> =>
    (await life.read('/fees')).map(({ chargeDate }: Shown) => chargeDate).sort();
  const suspended = async (life: Life): Promise<string[]> =>
    (await life.read('/obligations')).obligations
      .filter(({ isLateFeeSuspended }: Shown) => isLateFeeSuspended)
      .map(({ dueDate }: Shown) => dueDate);
  const verified = async ({ api, personId, id: loanId }: Life) => {
    const [verdict] = await verifyLoans(house().service.database.reader(api.realm), [{ personId, loanId }]);
    assert.deepEqual(verdict?.findings, []);
  };

  test('do not come, and are not made up for later', async () => {
    const life = await aFreeLife();
    await at(life, '2026-03-01');
    assert.deepEqual(await feeDays(life), ['2026-02-26']);
    const made = await life.act('late-fee-suspensions', { endDate: '2026-04-26' });
    assert.deepEqual(
      [made.object, made.status, made.startDate, made.endDate, made.caseId],
      ['lateFeeSuspension', 'active', '2026-03-01', '2026-04-26', null],
    );
    await at(life, '2026-06-01');
    assert.deepEqual(await feeDays(life), ['2026-02-26', '2026-05-26']);
    assert.deepEqual(await suspended(life), ['2026-03-15', '2026-04-15']);
    assert.deepEqual((await life.read(`/late-fee-suspensions/${made.id}`)).endDate, '2026-04-26');
    await verified(life);
  });

  test('are taken back from their first day on, and what they took is applied anew', async () => {
    const life = await aFreeLife();
    await at(life, '2026-03-15');
    // The fee has come due with March: 100.00 of February, 25.00 and 75.00 of March.
    await life.pay(200);
    const body = { startDate: '2026-02-26', endDate: '2026-02-26' };
    const preview = await life.act('late-fee-suspensions', { ...body, previewMode: true });
    assert.deepEqual([preview.id, preview.difference.outstandingAmount], [null, { before: 1025, after: 1000 }]);
    assert.deepEqual(await feeDays(life), ['2026-02-26']);
    const { id } = await life.act('late-fee-suspensions', body);
    assert.deepEqual(await feeDays(life), []);
    assert.equal((await life.read('/balances')).outstandingBalances.outstandingTotalAmount, 1000);
    await verified(life);
    // A mistake: the fee comes again, on its day.
    assert.equal((await life.act(`late-fee-suspensions/${id}/cancel`, {})).status, 'canceled');
    assert.deepEqual(await feeDays(life), ['2026-02-26']);
    await verified(life);
  });

  test('come again when the suspension is made shorter, and overlapping ones last until the latest', async () => {
    const life = await aFreeLife();
    await at(life, '2026-02-20');
    const { id, endDate } = await life.act('late-fee-suspensions');
    assert.equal(endDate, '2026-05-20', 'ninety days');
    await life.act('late-fee-suspensions', { endDate: '2026-03-26' });
    await at(life, '2026-05-27');
    assert.deepEqual(await feeDays(life), ['2026-05-26']);
    const put = (sent: object) => life.api.put(`${life.path}/late-fee-suspensions/${id}`, sent);
    assert.equal((await put({ endDate: '2026-02-25' })).status, 200);
    assert.deepEqual(await feeDays(life), ['2026-04-26', '2026-05-26']);
    const again = await put({ endDate: '2026-02-25' });
    assert.deepEqual([again.status, again.body.errorType], [409, 'NothingToDo']);
    await verified(life);
  });

  test('are suspended for days that there are', async () => {
    const life = await aFreeLife();
    const ask = (body: object) => life.api.post(`${life.path}/late-fee-suspensions`, body);
    refusedAt(await ask({ startDate: '2026-03-01', endDate: '2026-02-28' }), 'endDate');
    refusedAt(await ask({ startDate: '2025-12-01', endDate: '2026-01-20' }), 'endDate');
    refusedAt(await ask({ startDate: '2999-01-01' }), 'startDate');
    refusedAt(await ask({ endDate: '2999-01-01' }), 'endDate');
  });

  test('of a line do not come either', async () => {
    const { api } = await aFreeLife();
    await setClock(api, '2027-01-01T17:00:00Z');
    const cycle = { specificDays: [1, 25], interestRates: [{ rate: 0 }] };
    const minPaymentCalculation = { percentageOfPrincipal: 0, minAmount: 100 };
    const { id: loanTypeId } = await api.made('/loan-types', {
      name: 'A line',
      type: 'lineOfCredit',
      fees: { late: { graceDays: 0 } },
    });
    const line = await aLine(api, {
      loanTypeId,
      atOrigination: { creditLimitAmount: 5000, ...cycle, minPaymentCalculation },
    });
    await api.made(`${await aDraw(api, line)}/purchases`, { amount: 2000 });
    await api.made(`${line}/late-fee-suspensions`, { endDate: '2027-02-26' });
    await setClock(api, '2027-03-27T17:00:00Z');
    const fees: Shown[] = (await api.get(`${line}/fees`)).body.data;
    assert.deepEqual(
      fees.map(({ chargeDate }) => chargeDate),
      ['2027-03-26'],
    );
    const { obligations } = (await api.get(`${line}/obligations`)).body.data;
    assert.deepEqual(
      obligations.filter((one: Shown) => one.isLateFeeSuspended).map(({ dueDate }: Shown) => dueDate),
      ['2027-02-25'],
    );
  });
});
