// What makes the endpoints of payments emit the events of what the service collects.
import { aCollectedLoan, type CollectedLoan, nameProvider } from './collected.ts';
import type { Scenarios } from './emits-as-declared.ts';
import type { Client, House } from './house.ts';

const today = '2026-01-20T17:00:00Z';

async function aLoan(house: House, api: Client): Promise<CollectedLoan> {
  const loan = await aCollectedLoan(house, api);
  await nameProvider(api);
  await loan.at(today);
  return loan;
}

async function aScheduled(house: House, api: Client): Promise<string> {
  const loan = await aLoan(house, api);
  const { id } = await loan.collect(10, { scheduledDate: '2026-02-01' });
  return `${loan.path}/transactions/${id}`;
}

export const ofCollecting = {
  'transactions.create': [
    {
      emits: ['payment.initiated'],
      run: async (api, house) => (await aLoan(house, api)).tryToCollect(10, { externalId: 'collected-1' }),
    },
    {
      emits: ['payment.scheduled'],
      run: async (api, house) => (await aLoan(house, api)).tryToCollect(10, { scheduledDate: '2026-02-01' }),
    },
  ],
  'transactions.cancel': [
    {
      emits: ['payment.canceled'],
      run: async (api, house) => api.post(`${await aScheduled(house, api)}/cancel`, {}),
    },
  ],
  'transactions.reverse': [
    {
      emits: ['servicecredit.reversed', 'loan.balance.changed'],
      async run(api, house) {
        const loan = await aLoan(house, api);
        return loan.act(await loan.credit(10), 'reverse');
      },
    },
    {
      emits: ['payment.canceled'],
      async run(api, house) {
        const loan = await aLoan(house, api);
        const { id } = await loan.collect(10);
        return api.post(`${loan.path}/transactions/${id}/reverse`, {});
      },
    },
    {
      emits: ['payment.initiated'],
      async run(api, house) {
        const loan = await aLoan(house, api);
        const { id } = await loan.collect(10);
        await loan.hears(id, 'accepted');
        await loan.hears(id, 'confirmed');
        return api.post(`${loan.path}/transactions/${id}/reverse`, {});
      },
    },
  ],
} satisfies Scenarios;
