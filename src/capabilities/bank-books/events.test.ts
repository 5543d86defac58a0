// The events of the books at banks.
import { describe } from 'node:test';
import { outsidePayment } from '#capabilities/loans/index.ts';
import { orderSide } from '#capabilities/moving-money/index.ts';
import { uuid } from '#platform/random.ts';
import {
  anAccountAtABank,
  bankOf,
  breaksOf,
  breaksPath,
  readStatement,
  sendStatement,
  statementOf,
} from '../../../tests/support/bank.ts';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import type { Answer, Client, House } from '../../../tests/support/house.ts';
import { aKeyByHand } from '../../../tests/support/reimbursed.ts';
import { bankBooks } from './index.ts';

const banks = '/companies/current/bank-accounts';

/** An account at a bank, and two breaks of lines that came in: 1.00 and 2.00. */
async function twoBreaks(api: Client, house: House): Promise<readonly string[]> {
  const { id } = await bankOf(house, api, { carrierId: uuid().slice(0, 8), accountNumber: uuid() });
  const other = await aKeyByHand(house, api);
  await readStatement(other, id, 0, [
    ['2026-01-02', '1.00', uuid()],
    ['2026-01-02', '2.00'],
  ]);
  return (await breaksOf(api, `?bankAccountId=${id}`)).map((one) => one.id);
}

const act = async (api: Client, house: House, ...verbs: readonly (readonly [string, object])[]): Promise<Answer> => {
  const [id] = await twoBreaks(api, house);
  const [last, ...before] = verbs.toReversed();
  const other = await aKeyByHand(house, api);
  for (const [verb, body] of before.toReversed()) await other.post(`${breaksPath}/${id}/${verb}`, body);
  const [verb, body] = last as readonly [string, object];
  return api.post(`${breaksPath}/${id}/${verb}`, body);
};
const writeOff = { by: 'writeOff', reason: 'interest' };
const refund = { by: 'refund', reason: 'a stranger', reference: 'BACK-1' };

const scenarios: Scenarios = {
  'bankAccounts.create': [
    {
      emits: ['bank.account.created'],
      async run(api) {
        const { id } = (await api.put('/companies/current/payment-providers/card', { kind: 'simulator' })).body.data;
        return api.post(banks, { ...anAccountAtABank, paymentProviderIds: [id] });
      },
    },
  ],
  'bankAccounts.update': [
    {
      emits: ['bank.account.updated'],
      run: async (api) => api.put(`${banks}/${(await api.get(banks)).body.data[0].id}`, { name: 'Another' }),
    },
  ],
  'bankStatements.create': [
    {
      emits: ['money.break.opened', 'bank.statement.read'],
      async run(api) {
        const { id } = (await api.get(banks)).body.data[0];
        return sendStatement(api, id, statementOf(0, [['2026-01-02', '1.00']]));
      },
    },
  ],
  'moneyBreaks.update': [
    {
      emits: ['money.break.updated'],
      run: async (api, house) => api.put(`${breaksPath}/${(await twoBreaks(api, house))[0]}`, { ownerId: null }),
    },
  ],
  'moneyBreaks.ask': [
    { emits: ['money.break.asked'], run: (api, house) => act(api, house, ['ask', { note: 'called' }]) },
  ],
  'moneyBreaks.attach': [
    {
      emits: ['money.break.resolved'],
      async run(api, house) {
        const [id] = await twoBreaks(api, house);
        const { bankAccountId, amount } = (await api.get(`${breaksPath}/${id}`)).body.data;
        const expectedItemId = uuid();
        await house.service.database.pools.test.query(
          `insert into bank_items (company_id, id, position, bank_account_id, carrier_id, kind, day, amount_cents, keys, group_name)
           values ($1, $2, 1, $3, 'simulator', 'payment', '2026-01-02', $4, '{}', 'one')`,
          [api.realm.companyId, expectedItemId, bankAccountId, amount * 100],
        );
        return api.post(`${breaksPath}/${id}/attach`, { expectedItemIds: [expectedItemId] });
      },
    },
  ],
  'moneyBreaks.propose': [
    { emits: ['money.break.proposed'], run: (api, house) => act(api, house, ['propose', writeOff]) },
  ],
  'moneyBreaks.reject': [
    { emits: ['money.break.rejected'], run: (api, house) => act(api, house, ['propose', writeOff], ['reject', {}]) },
  ],
  'moneyBreaks.approve': [
    { emits: ['money.break.resolved'], run: (api, house) => act(api, house, ['propose', writeOff], ['approve', {}]) },
    { emits: ['money.break.going.back'], run: (api, house) => act(api, house, ['propose', refund], ['approve', {}]) },
  ],
};

describe('the events of the books at banks', () =>
  emitsAsDeclared(bankBooks({ orders: orderSide, outsidePayment }), scenarios));
