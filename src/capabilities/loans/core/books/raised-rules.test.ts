// A release whose rules give other cents has loans whose books were computed by the rules before. Raised rules move no
// cent by themselves; the next change compares with what is stored, so that the books are never a mixture.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rulesVersion } from '@tenor/engine/account/state.ts';
import { type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life, ledgerOf } from '../../../../../tests/support/loan-life.ts';
import { changeStates } from '../../../../../tests/support/stored-states.ts';
import { told } from '../../../../../tests/support/told.ts';
import { verifyLoans } from '../../whole/verify/verify-loans.ts';

describe('loans under raised rules', { concurrency: 1 }, () => {
  const { house, aCompany } = useHouse();
  const pool = () => house().service.database.pools.test;
  const type = { fees: { late: { graceDays: 5, flatAmount: 15 } } };

  /** A loan that was paid, was late, was paid in part, and of which a payment of an earlier day was recorded. */
  async function lived(company: Company): Promise<Life[]> {
    const lives = [await aLife(company, { type }), await aLife(company, { type })];
    const each = async (work: (life: Life) => Promise<unknown>) => {
      for (const life of lives) await work(life);
    };
    await (lives[0] as Life).moveTo('2026-02-16');
    await each((life) => life.pay(433));
    await (lives[0] as Life).moveTo('2026-04-27');
    await each((life) => life.pay(500));
    await each((life) => life.pay(20, { effectiveDate: '2026-03-10' }));
    return lives;
  }

  /** As if what is stored had been computed by the rules of an earlier release. */
  async function asOfOtherRules({ id }: Life, rules = 0): Promise<void> {
    for (const place of ['loan_standing.state', 'loans.base', 'loan_checkpoints.state'] as const) {
      await changeStates(pool(), place, id, (state) => {
        state.rules = rules;
      });
    }
    await pool().query(`update loans set figures = jsonb_set(figures, '{yearMark,rules}', '0') where id = $1`, [id]);
    await pool().query('update loan_standing set version = version + 1 where loan_id = $1', [id]);
    await pool().query('update loan_checkpoints set rules = 0 where loan_id = $1', [id]);
    await pool().query(
      `update loan_tails set tail = jsonb_set(tail, '{state,rules}', '0') where loan_id = $1 and tail #> '{state,rules}' is not null`,
      [id],
    );
  }

  const verdictOf = async ({ api, personId, id }: Life) =>
    (await verifyLoans(house().service.database.reader(api.realm), [{ personId, loanId: id }]))[0];

  async function mustBeRight(life: Life): Promise<void> {
    const verdict = await verdictOf(life);
    assert.deepEqual([verdict?.findings, verdict?.otherRules], [[], null]);
  }

  /** All that is shown of the loan, without what no two loans share. */
  async function shownOf(life: Life): Promise<unknown> {
    const reads = [
      '',
      '/balances',
      '/obligations',
      '/periods',
      '/fees',
      '/transactions',
      '/balances?toEffectiveDate=2026-03-20',
    ];
    const answers = await Promise.all(reads.map((path) => life.read(path)));
    const events = await told(house(), life.api, `personId=${life.personId}&events=loan.*,payment.*`);
    const facts = events.map(({ eventType, amount, obligationId, deletedAt }) => [
      eventType,
      amount,
      obligationId,
      deletedAt !== null,
    ]);
    const own = new Map<string, number>();
    const numberOf = (id: string): number => own.get(id) ?? own.set(id, own.size).size - 1;
    const text = JSON.stringify({ answers, ledger: await ledgerOf(life), facts });
    return JSON.parse(
      text
        .replace(/\d{4}-\d\d-\d\dT[^"]*/g, 'an instant')
        .replace(/[A-Z]{2}-[A-Z0-9]{4}-[A-Z0-9]{4}|payment-\d+/g, (id) => `number ${numberOf(id)}`),
    );
  }

  test('do not move by a cent, neither when they are read nor when they are changed', async () => {
    const [raised, twin] = (await lived(await aCompany())) as [Life, Life];
    const before = await shownOf(raised);
    assert.deepEqual(before, await shownOf(twin));
    await asOfOtherRules(raised);
    assert.deepEqual(await shownOf(raised), before, 'read');
    assert.equal((await verdictOf(raised))?.otherRules, 0);
    for (const life of [raised, twin]) await life.pay(100);
    assert.deepEqual(await shownOf(raised), await shownOf(twin), 'paid');
    await mustBeRight(raised);
    await asOfOtherRules(raised);
    for (const life of [raised, twin]) await life.pay(30, { effectiveDate: '2026-02-20' });
    assert.deepEqual(await shownOf(raised), await shownOf(twin), 'paid on a day long ago');
    await mustBeRight(raised);
    await asOfOtherRules(raised);
    await raised.moveTo('2026-06-25');
    assert.deepEqual(await shownOf(raised), await shownOf(twin), 'brought to another day');
    await mustBeRight(raised);
  });

  test('of a later release are left to it while both run', async () => {
    const [life] = (await lived(await aCompany())) as [Life, Life];
    const before = await ledgerOf(life);
    await asOfOtherRules(life, rulesVersion + 1);
    const { status, body, headers } = await life.api.post(`${life.path}/freeze`, {});
    assert.deepEqual([status, body.errorType, headers['retry-after']], [423, 'Locked', '5']);
    await life.moveTo('2026-06-25');
    assert.deepEqual(await ledgerOf(life), before, 'the day leaves it alone too');
  });

  test('whose cents are others get the whole difference with their next change', async () => {
    const [life] = (await lived(await aCompany())) as [Life, Life];
    const lateFeeCents = async (): Promise<number> =>
      (await ledgerOf(life))
        .filter(({ account }) => account === 'feeIncome.late')
        .reduce((cents, { amount }) => cents - Math.round(amount * 100), 0);
    assert.equal(await lateFeeCents(), 3000);
    const before = await ledgerOf(life);
    await asOfOtherRules(life);
    // Terms that ask for another fee are to the stored books what another rule is.
    await pool().query(`update loans set terms = jsonb_set(terms, '{fees,late,flat}', '1701') where id = $1`, [
      life.id,
    ]);
    assert.deepEqual(await ledgerOf(life), before, 'until then the books are what was posted');
    await life.pay(10);
    await mustBeRight(life);
    assert.deepEqual((await ledgerOf(life)).slice(0, before.length), before, 'what was posted stays');
    assert.equal(await lateFeeCents(), 3402);
    const fees = (await life.read('/fees')).map(({ amount }: { amount: number }) => amount);
    assert.deepEqual(fees, [17.01, 17.01]);
  });
});
