// Every pair of a plan's status and a verb that a request asks for.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { aCollectedLoan, type CollectedLoan } from '../../../../../tests/support/collected.ts';
import { type Client, type House, useHouse } from '../../../../../tests/support/house.ts';
import { walkStates } from '../../../../../tests/support/walk-states.ts';
import { planStates } from './states.ts';

describe('a plan of autopay', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let used: House;
  before(async () => {
    used = house();
    api = (await aCompany()).test;
  });

  const plan = ({ instrumentId }: CollectedLoan) => ({ amountType: 'dueAmount', paymentInstrumentId: instrumentId });
  const cancel = (loan: CollectedLoan) => api.call('DELETE', `${loan.path}/autopay`);

  walkStates<CollectedLoan>({
    table: planStates,
    elsewhere: { agree: 'a plan that is canceled is agreed to anew: another one', pause: 'tests/autopay-stories' },
    async make(state) {
      const loan = await aCollectedLoan(used, api);
      await api.made(`${loan.path}/autopay`, plan(loan));
      if (state === 'canceled') assert.equal((await cancel(loan)).status, 200);
      if (state === 'paused') await pause(used, loan);
      return loan;
    },
    async read({ id }) {
      const { rows } = await used.service.database.pools.test.query(
        'select status from autopay_plans where loan_id = $1 order by position limit 1',
        [id],
      );
      return rows[0].status;
    },
    ask: { replace: (loan) => api.post(`${loan.path}/autopay`, plan(loan)), cancel },
    staysAsAsked: { replace: 'canceled' },
    refused({ status, body }, { state, verb }) {
      const expected = verb === 'replace' ? [400, 'AutopayExists'] : [404, 'NotFound'];
      assert.deepEqual([status, body.errorType], expected, `${state} ${verb}`);
    },
  });
});

/** The plan is left in the state in which the day leaves it. */
async function pause({ service }: House, { id }: CollectedLoan): Promise<void> {
  const { test: pool } = service.database.pools;
  await pool.query("update autopay_plans set status = 'paused', next_action_at = null where loan_id = $1", [id]);
  await pool.query('update loans set autopay_plan_id = null where id = $1', [id]);
}
