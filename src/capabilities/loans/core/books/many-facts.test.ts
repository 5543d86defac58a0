// Thousands of payments on one loan in one period: each costs what the first did, and the books stay right whatever is
// corrected in between.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Answer, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life, ledgerOf } from '../../../../../tests/support/loan-life.ts';
import { type Statement, statementsOf } from '../../../../../tests/support/statements.ts';
import { changeStates } from '../../../../../tests/support/stored-states.ts';
import { verifyLoans } from '../../whole/verify/verify-loans.ts';

describe('many facts in one period', () => {
  const { house, aCompany } = useHouse();
  let company: Awaited<ReturnType<typeof aCompany>>;
  before(async () => {
    company = await aCompany();
  });
  const pool = () => house().service.database.pools.test;

  async function mustBeRight(life: Life): Promise<void> {
    const reader = house().service.database.reader(life.api.realm);
    const [verdict] = await verifyLoans(reader, [{ personId: life.personId, loanId: life.id }]);
    assert.deepEqual(verdict?.findings, []);
  }

  const payTimes = async (life: Life, times: number): Promise<void> => {
    for (let i = 0; i < times; i++) await life.pay(0.01);
  };

  /**
   * How often the facts of the loan are read, and how many facts the database returns. What was said of a notice is asked
   * in the background, once for each event that has one.
   */
  async function costOf(work: () => Promise<unknown>): Promise<{ reads: number; facts: number }> {
    const sent = await statementsOf(pool(), work);
    const reads = sent.filter(
      ({ text }) => /from "?loan_facts/.test(text) && !/^insert/.test(text) && !text.includes('sendNotice'),
    );
    const counts = await Promise.all(reads.map(factsLookedAt));
    return { reads: reads.length, facts: counts.reduce((sum, count) => sum + count, 0) };
  }

  async function factsLookedAt({ text, values }: Statement): Promise<number> {
    const { rows } = await pool().query({ text: `explain (analyze, format json) ${text}`, values });
    return scannedIn(rows[0]['QUERY PLAN'][0].Plan);
  }

  interface Plan {
    readonly 'Relation Name'?: string;
    readonly 'Actual Rows': number;
    readonly 'Actual Loops': number;
    readonly Plans?: readonly Plan[];
  }
  /** Rows that a scan skips are not counted: servers choose different indexes for so few rows. */
  const scannedIn = (plan: Plan): number =>
    (plan['Relation Name'] === 'loan_facts' ? plan['Actual Rows'] * plan['Actual Loops'] : 0) +
    (plan.Plans ?? []).reduce((sum, one) => sum + scannedIn(one), 0);

  test('one more payment reads none of them', async () => {
    const life = await aLife(company);
    await payTimes(life, 2);
    assert.deepEqual(await costOf(() => life.pay(0.01)), { reads: 0, facts: 0 });
    await payTimes(life, 118);
    const later = await costOf(() => payTimes(life, 33));
    assert.ok(later.reads <= 3 && later.facts <= 3 * 25, `${JSON.stringify(later)}: only where the tail moves`);
    for (const what of ['/balances', '/payoff?date=2026-02-01', '/obligations', '/periods']) {
      const { facts } = await costOf(() => life.read(what));
      assert.ok(facts <= 25, `${what} reads ${facts}`);
    }
    await life.moveTo('2026-02-20');
    const after = await costOf(() => life.pay(0.01));
    assert.ok(after.facts <= 25, `${after.facts} once the period is over`);
    assert.equal((await life.standing()).paid, 1.55);
    await mustBeRight(life);
  });

  const change = (life: Life, id: string, body: object): Promise<Answer> =>
    life.api.put(`${life.path}/transactions/${id}`, body);

  test('may come at any time of the day, be corrected, backdated and come back', async () => {
    const life = await aLife(company, { type: { fees: { nsfAmount: 25, late: { graceDays: 5, flatAmount: 15 } } } });
    const first = await life.pay(0.5);
    const credit = { amount: 0.25, serviceCreditsDetails: { reason: 'goodwill', sponsor: 'loanServicer' } };
    const giveAt = (hour: number) =>
      life.act('transactions', { type: 'serviceCredit', ...credit, effectiveTimeOfDay: { hour } });
    await giveAt(23);
    await payTimes(life, 40);
    await giveAt(3);
    await payTimes(life, 20);
    await mustBeRight(life);
    const last = await life.pay(1);
    await payTimes(life, 4);
    assert.equal((await change(life, last.id, { status: 'failed' })).status, 200);
    await mustBeRight(life);
    await life.moveTo('2026-01-24');
    await payTimes(life, 30);
    await life.pay(2, { effectiveDate: '2026-01-21' });
    await mustBeRight(life);
    await payTimes(life, 30);
    assert.equal((await change(life, first.id, { status: 'failed' })).status, 200);
    await mustBeRight(life);
    await life.pay(3, { status: 'failed' });
    await payTimes(life, 30);
    await life.act(`transactions/${(await life.pay(4)).id}/backdate`, { effectiveDate: '2026-01-22' });
    await life.act('freeze');
    await payTimes(life, 30);
    await life.moveTo('2026-01-24T18:00:00Z');
    await life.act('unfreeze');
    await life.moveTo('2026-03-01');
    await payTimes(life, 30);
    await mustBeRight(life);
    assert.equal((await life.standing()).paid, 2.14 + 2 + 4 + 0.5);
    await ledgerOf(life);
  });

  const tailOf = async (life: Life) =>
    (await pool().query('select facts_count, tail, state from loan_tails where loan_id = $1', [life.id])).rows[0];

  test('a tail that another process has not moved along is passed over', async () => {
    const life = await aLife(company);
    await payTimes(life, 40);
    await life.moveTo('2026-01-23');
    const { facts_count, tail, state } = await tailOf(life);
    await life.pay(100, { effectiveDate: '2026-01-21' });
    await life.pay(100, { effectiveDate: '2026-01-20' });
    const put = 'update loan_tails set facts_count = $1, tail = $2, state = $3 where loan_id = $4';
    await pool().query(put, [facts_count, JSON.stringify(tail), state, life.id]);
    await payTimes(life, 2);
    await mustBeRight(life);
    assert.equal((await life.standing()).paid, 200.42);
  });

  test('a loan without a tail gets one with the next payments; a cent in it is found', async () => {
    const life = await aLife(company);
    await payTimes(life, 40);
    await pool().query('delete from loan_tails where loan_id = $1', [life.id]);
    await payTimes(life, 25);
    assert.ok((await tailOf(life)).facts_count > 41);
    await mustBeRight(life);
    await changeStates(pool(), 'loan_tails.state', life.id, ({ position }) => {
      position.principal = 1;
    });
    const reader = house().service.database.reader(life.api.realm);
    const [verdict] = await verifyLoans(reader, [{ personId: life.personId, loanId: life.id }]);
    assert.deepEqual(
      verdict?.findings.map(({ what, where }) => `${what} ${where}`),
      ['checkpoints tail position.principal'],
    );
  });
});
