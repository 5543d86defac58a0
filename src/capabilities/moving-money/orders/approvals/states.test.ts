// Every pair of an approval's status and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { nameProvider } from '../../../../../tests/support/collected.ts';
import { type Client, type House, useHouse } from '../../../../../tests/support/house.ts';
import { aWaitingReimbursement } from '../../../../../tests/support/reimbursed.ts';
import { aRoundLoan } from '../../../../../tests/support/round-loan.ts';
import { walkStates } from '../../../../../tests/support/walk-states.ts';
import { approvalStates } from './states.ts';

interface Waiting {
  readonly path: string;
  readonly transaction: string;
}

describe('an order that waits for a second person', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let used: House;
  before(async () => {
    used = house();
    api = (await aCompany()).test;
    await nameProvider(api);
  });

  const post = (action: string) => (one: Waiting) => api.post(`${one.path}/${action}`, {});
  const ask: Record<string, (one: Waiting) => ReturnType<Client['post']>> = {
    approve: post('approve'),
    reject: post('reject'),
    withdraw: (one) => api.post(`${one.transaction}/cancel`, {}),
  };
  const leadsTo: Record<string, string> = { approved: 'approve', rejected: 'reject', withdrawn: 'withdraw' };

  walkStates<Waiting>({
    table: approvalStates,
    elsewhere: { ask: 'an order above the limit asks: loans/money/collecting/approvals', expire: 'the day does it' },
    async make(state) {
      const loan = await aRoundLoan(api);
      const made = await aWaitingReimbursement(used, api, loan);
      const one = {
        path: `/people/${loan.personId}/payment-approvals/${made.paymentApprovalId}`,
        transaction: `${loan.path}/transactions/${made.id}`,
      };
      const verb = leadsTo[state];
      if (verb !== undefined) assert.equal((await ask[verb]?.(one))?.status, 200);
      if (state === 'expired') await expire(used, made.paymentApprovalId);
      return one;
    },
    read: async ({ path }) => (await api.get(path)).body.data.status,
    ask,
    later: {},
    refused({ status, body }, { state, verb }) {
      const isOfOrder = verb === 'withdraw';
      const expected = isOfOrder ? 'TransactionStatusForbids' : 'ApprovalDecided';
      assert.deepEqual([status, body.errorType], [409, expected], `${state} ${verb}`);
      if (!isOfOrder) assert.equal(body.data.status, state);
    },
  });
});

/** The approval is left in the state in which the day leaves it. */
async function expire({ service }: House, id: string): Promise<void> {
  const { test: pool } = service.database.pools;
  const { rows } = await pool.query(
    "update payment_approvals set status = 'expired', due_at = null where id = $1 returning subject_id",
    [id],
  );
  await pool.query("update transactions set status = 'canceled' where id = $1", [rows[0].subject_id]);
}
