// Every pair of a status and a verb, by requests: of purchases and of their disputes.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { aLine } from '../../../../../tests/support/a-line.ts';
import { aDraw } from '../../../../../tests/support/begun-line.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { walkStates } from '../../../../../tests/support/walk-states.ts';
import { disputeStates, purchaseStates } from './states.ts';

describe('on a line of credit', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  let draw: string;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2026-01-20T15:00:00Z');
    draw = await aDraw(api, (await aLine(api)).path);
  });

  const put = (body: object) => (path: string) => api.put(path, body);
  const status = (said: string) => put({ status: said });
  const make = async (body: object): Promise<string> =>
    `${draw}/purchases/${(await api.made(`${draw}/purchases`, { amount: 10, ...body })).id}`;

  /** In a status that no purchase begins with. */
  async function becoming(path: string, said: string): Promise<string> {
    assert.equal((await status(said)(path)).status, 200);
    return path;
  }

  describe('a purchase', () => {
    walkStates<string>({
      table: purchaseStates,
      elsewhere: {
        restore: 'purchases.test.ts: the purchase that replaced an authorization is canceled',
        endDispute: 'purchases.test.ts: a purchase with two open disputes',
        endLastDispute: 'the dispute below ends',
      },
      given: ['isRegular'],
      async make(state) {
        if (state === 'canceled') return becoming(await make({ status: 'pending' }), state);
        if (state === 'disputed') return becoming(await make({ status: 'settled' }), state);
        return make({ status: state });
      },
      read: async (path) => (await api.get(path)).body.data.status,
      ask: {
        authorize: status('authorized'),
        await: status('pending'),
        settle: status('settled'),
        decline: status('declined'),
        cancel: status('canceled'),
        change: put({ amount: 10.5 }),
        replace: (path) =>
          api.post(`${draw}/purchases`, { amount: 9, authorizationPurchaseId: path.split('/').at(-1) }),
        refund: (path) =>
          api.post(`${draw}/purchases`, { amount: 1, type: 'refund', originalPurchaseId: path.split('/').at(-1) }),
        dispute: (path) => api.post(`${path}/disputes`, { disputedAmount: 1 }),
      },
      later: { refund: 'AmountExceedsPurchase', dispute: 'AmountExceedsPurchase' },
      staysAsAsked: {
        authorize: 'authorized',
        await: 'pending',
        settle: 'settled',
        decline: 'declined',
        cancel: 'canceled',
      },
      refused({ status: answered, body }, { state, verb, allowed }) {
        assert.deepEqual([answered, body.errorType], [409, 'PurchaseStatusForbids'], `${state} ${verb}`);
        const said = purchaseStates.verbs[verb as 'settle'];
        assert.equal(body.message, `A purchase that is ${state} cannot ${said}.`);
        assert.deepEqual(body.data, { status: state, allowed });
      },
    });
  });

  describe('a dispute', () => {
    walkStates<string>({
      table: disputeStates,
      elsewhere: {},
      async make(state) {
        const purchase = await make({});
        const { id } = await api.made(`${purchase}/disputes`, {});
        const path = `${purchase}/disputes/${id}`;
        return state === 'submitted' ? path : becoming(path, state);
      },
      read: async (path) => (await api.get(path)).body.data.status,
      ask: {
        submit: status('submitted'),
        win: status('won'),
        lose: status('lost'),
        expire: status('expired'),
        withdraw: status('withdrawn'),
      },
      staysAsAsked: { submit: 'submitted', win: 'won', lose: 'lost', expire: 'expired', withdraw: 'withdrawn' },
      refused({ status: answered, body }, { state, verb, allowed }) {
        assert.deepEqual([answered, body.errorType], [409, 'DisputeStatusForbids'], `${state} ${verb}`);
        const said = disputeStates.verbs[verb as 'win'];
        assert.equal(body.message, `A dispute that is ${state} cannot be ${said}.`);
        assert.deepEqual(body.data, { status: state, allowed });
      },
    });
  });
});
