// What comes after all that a loan knows is computed from its stored state; what does not begins at a checkpoint. The
// books are the same either way.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life, ledgerOf } from '../../../../../tests/support/loan-life.ts';
import { statementsOf } from '../../../../../tests/support/statements.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { verifyLoans } from '../../whole/verify/verify-loans.ts';

describe('a change of a loan', () => {
  const { house, aCompany } = useHouse();
  const pool = () => house().service.database.pools.test;

  async function mustBeRight(life: Life): Promise<void> {
    const { api, personId, id: loanId } = life;
    const [verdict] = await verifyLoans(house().service.database.reader(api.realm), [{ personId, loanId }]);
    assert.deepEqual(verdict?.findings, []);
    await ledgerOf(life);
  }

  async function readsCheckpoint(work: () => Promise<unknown>): Promise<boolean> {
    const sent = await statementsOf(pool(), work);
    const reads = (what: RegExp) => sent.some(({ text }) => text.startsWith('select ') && what.test(text));
    const isRead = reads(/^select "base"|from "loan_checkpoints"/);
    assert.equal(reads(/from "loan_facts"/), isRead, 'facts are read with a checkpoint, and without one none is');
    return isRead;
  }

  test('that comes after all facts reads neither a checkpoint nor a fact', async () => {
    const life = await aLife(await aCompany());
    await life.moveTo('2026-04-20');
    const pays = (more?: object) => readsCheckpoint(() => life.pay(10, more));
    assert.equal(await pays(), false, 'on a day without facts');
    assert.equal(await pays(), false, 'after another of the same second');
    await life.moveTo('2026-05-02');
    assert.equal(await pays({ effectiveDate: '2026-04-25' }), false, 'on a day before, and after the state');
    assert.equal(await pays(), false);
    await mustBeRight(life);
    assert.equal(await pays({ effectiveDate: '2026-05-01' }), true, 'before the payment of today');
    assert.equal(await pays({ effectiveDate: '2026-02-01' }), true);
    assert.equal(await pays(), false);
    await mustBeRight(life);
  });

  test('before a fact of a later day reads that, until its day has come', async () => {
    const life = await aLife(await aCompany());
    await life.moveTo('2026-04-20');
    const readsFacts = async () =>
      (await statementsOf(pool(), () => life.pay(10))).some(({ text }) => /"fact" from "loan_facts"/.test(text));
    await life.act('rates', { interestRate: { annualRate: 0.05, effectiveDate: '2026-05-03' } });
    assert.equal(await readsFacts(), true);
    await mustBeRight(life);
    await life.moveTo('2026-05-04');
    assert.equal(await readsFacts(), false);
    await mustBeRight(life);
  });

  test('that an earlier fact of its day would follow begins before that', async () => {
    const life = await aLife(await aCompany());
    await life.moveTo('2026-04-20');
    await life.pay(1_500);
    await setClock(life.api, '2026-04-20T14:00:00Z');
    const { paidInterestAmount } = await life.pay(100);
    assert.ok(paidInterestAmount > 0, 'an hour before, the interest was still owed');
    await mustBeRight(life);
  });

  test('that undoes one of the same day begins before it', async () => {
    const life = await aLife(await aCompany());
    await life.moveTo('2026-04-20');
    const { id } = await life.pay(500);
    await life.pay(20);
    await life.api.put(`${life.path}/transactions/${id}`, { status: 'failed' });
    await life.pay(30);
    await mustBeRight(life);
    assert.equal((await life.standing()).paid, 50);
  });
});
