// Every pair of a payment's status and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { walkStates } from '../../../../../tests/support/walk-states.ts';
import { transactionStates } from './states.ts';

describe('a payment', () => {
  const { aCompany } = useHouse({ works: false });
  let life: Life;
  before(async () => {
    life = await aLife(await aCompany(), { start: '2026-01-20T15:00:00Z' });
    // No request moves the clock: the day before counts as a past day.
    await life.api.made('/test-clock', { now: '2026-01-22T15:00:00Z' });
  });

  const put = (status: string) => (path: string) => life.api.put(path, { status });

  walkStates<string>({
    table: transactionStates,
    elsewhere: {},
    async make(state) {
      const isCanceled = state === 'canceled';
      const { id } = await life.pay(1, { status: isCanceled ? 'pending' : state });
      const path = `${life.path}/transactions/${id}`;
      if (isCanceled) assert.equal((await put('canceled')(path)).status, 200);
      return path;
    },
    read: async (path) => (await life.api.get(path)).body.data.status,
    ask: {
      await: put('pending'),
      succeed: put('succeeded'),
      fail: put('failed'),
      cancel: put('canceled'),
      backdate: (path) => life.api.post(`${path}/backdate`, { effectiveDate: '2026-01-21' }),
    },
    staysAsAsked: { await: 'pending', succeed: 'succeeded', fail: 'failed', cancel: 'canceled' },
    refused({ status, body }, { state, verb, allowed }) {
      assert.deepEqual([status, body.errorType], [409, 'TransactionStatusForbids'], `${state} ${verb}`);
      const said = transactionStates.verbs[verb as 'fail'];
      assert.equal(body.message, `A transaction that is ${state} cannot ${said}.`);
      assert.deepEqual(body.data, { status: state, allowed });
    },
  });
});
