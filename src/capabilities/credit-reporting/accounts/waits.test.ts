// Nothing negative is said before the borrower was told that it may be; and of a debt that was overdue when it was taken
// over nothing at all, before the borrower was told of it.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Agency, anAgency, aReportedLife, giveNotice, says } from '../../../../tests/support/credit-life.ts';
import { type Company, useHouse } from '../../../../tests/support/house.ts';
import type { Life } from '../../../../tests/support/loan-life.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';

describe('what may be told', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  let agency: Agency;
  let life: Life;
  before(async () => {
    company = await aCompany();
    life = await aReportedLife(company);
    agency = await anAgency(company.test);
  });
  const month = async (asOf: string, made: string) => {
    await setClock(company.test, `${made}T16:00:00Z`);
    return agency.month(asOf);
  };

  test('waits for the notice where it is negative for the first time, and not again', async () => {
    assert.equal((await month('2026-02-28', '2026-03-01')).of(life).base.status, '11');
    const without = await month('2026-03-31', '2026-04-01');
    assert.deepEqual(without.file.leftOutLoans, [{ loanId: life.id, reason: 'waitsForNotice' }]);
    const { data } = (await company.test.get(`${life.path}/credit-reporting/${agency.id}/preview`)).body;
    assert.deepEqual([data.isReported, data.notReportedBecause], [false, 'waitsForNotice']);
    await giveNotice(life);
    // 75 days late; two months have passed since it was said to be current, so two steps may be said.
    const april = (await month('2026-04-30', '2026-05-01')).of(life);
    assert.deepEqual(says(april, 'status', 'profile'), ['78', `D0${'B'.repeat(22)}`]);
  });

  test('waits for two weeks after a message, where the loan was overdue when it was taken over', async () => {
    const debt = await aReportedLife(company, { start: '2026-01-20T15:00:00Z' });
    const { pools } = house().service.database;
    await pools.test.query('update loans set defaulted_at_boarding = true where id = $1', [debt.id]);
    await setClock(company.test, '2026-02-02T16:00:00Z');
    const other = await anAgency(company.test);
    const untold = await other.file('2026-01-31');
    assert.ok(
      untold.leftOutLoans.some(
        ({ loanId, reason }: { loanId: string; reason: string }) => loanId === debt.id && reason === 'waitsForContact',
      ),
    );
    await giveNotice(debt);
    const early = await anAgency(company.test);
    assert.equal((await early.file('2026-01-31')).leftOut.waitsForContact, 1);
    await setClock(company.test, '2026-02-17T16:00:00Z');
    const late = await anAgency(company.test);
    assert.ok((await late.month('2026-01-31')).of(debt));
  });
});
