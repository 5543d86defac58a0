// What makes the endpoints of payments emit the events of what the service collects.
import { aCollectedLoan, type CollectedLoan, nameProvider } from './collected.ts';
import type { Scenarios } from './emits-as-declared.ts';
import type { Answer, Client, House } from './house.ts';
import { anOverpaidLoan } from './reimbursed.ts';

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

async function anOrderAboveLimit(
  house: House,
  api: Client,
): Promise<{ readonly loan: CollectedLoan; readonly answer: Answer }> {
  await nameProvider(api);
  const loan = await anOverpaidLoan(house, api);
  const body = { reimbursementAmount: 600, paymentInstrumentId: loan.instrumentId };
  return { loan, answer: await api.post(`${loan.path}/reimburse`, body) };
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
  'loans.reimburse': [
    {
      emits: ['payment.approval.requested', 'payment.scheduled'],
      run: async (api, house) => (await anOrderAboveLimit(house, api)).answer,
    },
  ],
  'transactions.cancel': [
    {
      emits: ['payment.approval.withdrawn', 'payment.canceled'],
      async run(api, house) {
        const { loan, answer } = await anOrderAboveLimit(house, api);
        return api.post(`${loan.path}/transactions/${answer.body.data.id}/cancel`, {});
      },
    },
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
