// Few checkpoints are kept, and a change of any past day gives the same books from whichever of them it begins.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life, ledgerOf } from '../../../../../tests/support/loan-life.ts';
import { verifyLoans } from '../../whole/verify/verify-loans.ts';

describe('checkpoints of a loan', () => {
  const { house, aCompany } = useHouse();

  async function mustBeRight({ api, personId, id: loanId }: Life): Promise<void> {
    const [verdict] = await verifyLoans(house().service.database.reader(api.realm), [{ personId, loanId }]);
    assert.deepEqual(verdict?.findings, []);
  }

  async function storedOf({ id }: Life): Promise<{ checkpoints: string[]; base: string }> {
    const { rows } = await house().service.database.pools.test.query(
      `select base_through::text as base, array(select through::text from loan_checkpoints as c
         where c.person_id = l.person_id and c.loan_id = l.id order by through) as checkpoints
       from loans as l where id = $1`,
      [id],
    );
    return rows[0];
  }

  test('are one for each year; the last due date is at hand in the row', async () => {
    const life = await aLife(await aCompany());
    const lives = async (month: string) => {
      await life.moveTo(`${month}-14`);
      await life.pay(150);
      await life.moveTo(`${month}-20`);
    };
    for (const month of ['2026-02', '2026-03', '2026-05', '2026-07', '2026-09', '2026-12']) await lives(month);
    assert.deepEqual(await storedOf(life), { checkpoints: [], base: '2026-12-15' }, 'its first year begins with it');
    for (const month of ['2027-01', '2027-02', '2027-03']) await lives(month);
    const size = 'select octet_length(state) as bytes from loan_standing where loan_id = $1';
    const { rows } = await house().service.database.pools.test.query(size, [life.id]);
    assert.ok(rows[0].bytes < 700, `its state takes ${rows[0].bytes} bytes`);
    assert.deepEqual(await storedOf(life), { checkpoints: ['2027-01-15'], base: '2027-01-15' });
    await mustBeRight(life);
    for (const day of [
      '2027-03-16',
      '2027-01-16',
      '2027-01-14',
      '2026-12-16',
      '2026-12-14',
      '2026-05-01',
      '2026-01-25',
    ]) {
      await life.pay(10, { effectiveDate: day });
      await mustBeRight(life);
      assert.equal((await storedOf(life)).base, '2027-01-15', day);
    }
    assert.deepEqual((await storedOf(life)).checkpoints, ['2027-01-15']);
    assert.equal((await life.standing()).paid, 9 * 150 + 7 * 10);
    await ledgerOf(life);
  });
});
