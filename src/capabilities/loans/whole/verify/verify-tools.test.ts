// What is stored of servicing tools is held against the timelines of their loans: a row that is another one is named.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { verifyLoans } from './verify-loans.ts';

describe('verifying what was done with tools', () => {
  const { aCompany, house } = useHouse({ works: false });
  let life: Life;
  let settled: Life;
  before(async () => {
    const company = await aCompany();
    life = await aLife(company, { start: '2026-01-20T15:00:00Z' });
    settled = await aLife(company, { start: '2026-01-20T15:00:00Z' });
    await setClock(life.api, '2026-02-10T15:00:00Z');
    const service = { startDate: '2026-02-01' };
    const { id } = await life.api.made(`/people/${life.personId}/military-services`, service);
    await life.act('scra-caps', { militaryServiceId: id, noticeReceivedDate: '2026-02-05' });
    await life.act('late-fee-suspensions', {});
    await life.act('defer', { dueDates: ['2026-03-15', '2026-05-15'] });
    const { id: taken } = await life.act('defer', { dueDates: ['2026-06-15'] });
    await life.act(`hardships/${taken}/cancel`);
    await life.act('custom-payment-plans', { selectedDueDate: '2026-07-15', numberOfPeriods: 2, amount: 50 });
    await life.act('promise-to-pay-plans', { schedule: [{ dueDate: '2026-02-20', amount: 100 }] });
    const { id: offered } = await settled.act('settlements', { amount: 100, lastDate: '2026-03-01' });
    await settled.act(`settlements/${offered}/accept`);
    await life.pay(40);
    await settled.pay(100);
  });

  const query = (text: string, values: unknown[]) => house().service.database.pools.test.query(text, values);
  async function wrong({ api, personId, id: loanId }: Life): Promise<string[]> {
    const reader = house().service.database.reader(api.realm);
    const [verdict] = await verifyLoans(reader, [{ personId, loanId }]);
    return [...new Set(verdict?.findings.map(({ what }) => what))];
  }
  async function planted(of: Life, table: string, change: string, undo: string, where = 'true'): Promise<void> {
    const set = async (how: string) => {
      const { rowCount } = await query(`update ${table} set ${how} where loan_id = $1 and ${where}`, [of.id]);
      assert.equal(rowCount, 1, `${table}: one row is meant`);
    };
    await set(change);
    const found = await wrong(of);
    await set(undo);
    const kind = {
      scra_caps: 'scraCaps',
      late_fee_suspensions: 'lateFeeSuspensions',
      loan_hardships: 'hardships',
      promise_plans: 'promises',
    }[table];
    assert.deepEqual(found, [kind ?? 'settlements'], change);
    assert.deepEqual(await wrong(of), [], 'put back');
  }

  test('finds nothing where all is as it was made', async () => {
    assert.deepEqual([await wrong(life), await wrong(settled)], [[], []]);
  });

  test('finds an SCRA cap of another rate, day or status', async () => {
    await planted(life, 'scra_caps', "annual_rate = '0.05'", "annual_rate = '0.06'");
    await planted(life, 'scra_caps', 'capped_from = capped_from + 1', 'capped_from = capped_from - 1');
    await planted(life, 'scra_caps', "status = 'ended'", "status = 'active'");
  });

  test('finds a suspension of late fees of other days or another status', async () => {
    await planted(life, 'late_fee_suspensions', 'start_on = start_on + 1', 'start_on = start_on - 1');
    await planted(life, 'late_fee_suspensions', 'end_on = end_on + 1', 'end_on = end_on - 1');
    await planted(life, 'late_fee_suspensions', "status = 'canceled'", "status = 'active'");
  });

  test('finds a deferral, or a payment plan, that says something else', async () => {
    const days = "kind = 'deferral' and status <> 'canceled'";
    const plan = "kind = 'customPaymentPlan'";
    await planted(life, 'loan_hardships', "status = 'active'", "status = 'replaced'", days);
    const amount = (cents: number) => `said = jsonb_set(said, '{plan,amount}', '${cents}')`;
    await planted(life, 'loan_hardships', amount(5001), amount(5000), plan);
    await planted(life, 'loan_hardships', "status = 'canceled'", "status = 'active'", plan);
  });

  test('finds a settlement of another status or amount', async () => {
    await planted(settled, 'loan_settlements', "status = 'broken'", "status = 'kept'");
    await planted(settled, 'loan_settlements', 'paid = paid - 1', 'paid = paid + 1');
    await planted(settled, 'loan_settlements', 'amount = amount + 1', 'amount = amount - 1');
    const forgiven = (sign: string) =>
      `forgiven = jsonb_set(forgiven, '{principal}', ((forgiven->>'principal')::int ${sign} 1)::text::jsonb)`;
    await planted(settled, 'loan_settlements', forgiven('+'), forgiven('-'));
  });

  test('finds a promise to which other money came', async () => {
    const paid = (cents: number) => `periods = jsonb_set(periods, '{0,paid}', '${cents}')`;
    await planted(life, 'promise_plans', paid(4100), paid(4000));
  });
});
