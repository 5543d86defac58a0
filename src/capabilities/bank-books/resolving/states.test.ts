// Every pair of a break's state and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { uuid } from '#platform/random.ts';
import { bankOf, breaksOf, breaksPath, readStatement } from '../../../../tests/support/bank.ts';
import { type Client, type House, useHouse } from '../../../../tests/support/house.ts';
import { aKeyByHand } from '../../../../tests/support/reimbursed.ts';
import { walkStates } from '../../../../tests/support/walk-states.ts';
import { breakStates } from '../breaks/states.ts';

interface Broken {
  readonly id: string;
  readonly accountId: string;
}

describe('a break that a statement has shown', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let other: Client;
  let used: House;
  before(async () => {
    used = house();
    api = (await aCompany()).test;
    other = await aKeyByHand(used, api);
  });

  const post =
    (verb: string, body: object, by = () => api) =>
    ({ id }: Broken) =>
      by().post(`${breaksPath}/${id}/${verb}`, body);
  const refund = { by: 'refund', reason: 'a stranger', reference: 'BACK-1' };
  const propose = post('propose', refund, () => other);
  const ask = {
    assign: ({ id }: Broken) => api.put(`${breaksPath}/${id}`, { ownerId: null }),
    ask: post('ask', { note: 'called' }),
    async attach(one: Broken) {
      const expectedItemId = uuid();
      await used.service.database.pools.test.query(
        `insert into bank_items (company_id, id, position, bank_account_id, carrier_id, kind, day, amount_cents, keys, group_name)
         values ($1, $2, 1, $3, 'x', 'payment', '2026-01-02', 100, '{}', 'one')`,
        [api.realm.companyId, expectedItemId, one.accountId],
      );
      return post('attach', { expectedItemIds: [expectedItemId] })(one);
    },
    propose,
    reject: post('reject', {}),
    sendBack: post('approve', {}),
  };

  walkStates<Broken>({
    table: breakStates,
    elsewhere: {
      find: 'a statement or a provider shows it',
      match: 'the next statement shows what was missing: breaks.test.ts',
      approve: 'the same request of a write-off: breaks.test.ts',
    },
    async make(state) {
      const { id: accountId } = await bankOf(used, api, { carrierId: uuid().slice(0, 8), accountNumber: uuid() });
      await readStatement(other, accountId, 0, [['2026-01-02', '1.00', uuid()]]);
      const [found] = await breaksOf(api, `?bankAccountId=${accountId}`);
      const one = { id: found?.id as string, accountId };
      if (state === 'asked') await ask.ask(one);
      if (state === 'proposed' || state === 'goingBack') assert.equal((await propose(one)).status, 200);
      if (state === 'goingBack') assert.equal((await ask.sendBack(one)).status, 200);
      if (state === 'resolved') assert.equal((await ask.attach(one)).status, 200);
      return one;
    },
    read: async ({ id }) => (await api.get(`${breaksPath}/${id}`)).body.data.status,
    ask,
    later: {},
    refused({ status, body }, { state }) {
      assert.deepEqual([status, body.errorType, body.data.status], [409, 'BreakStatusForbids', state]);
    },
  });
});
