// What makes the endpoints of autopay emit their events.
import { aCollectedLoan, nameProvider } from './collected.ts';
import type { Scenarios } from './emits-as-declared.ts';
import type { Client, House } from './house.ts';

async function agreed(house: House, api: Client) {
  const { path, instrumentId, at } = await aCollectedLoan(house, api);
  await nameProvider(api);
  await at('2026-01-20T17:00:00Z');
  const autopay = `${path}/autopay`;
  return { autopay, answer: await api.post(autopay, { amountType: 'dueAmount', paymentInstrumentId: instrumentId }) };
}

export const ofAutopay = {
  'autopay.create': [
    { emits: ['autopay.schedule.created'], run: async (api, house) => (await agreed(house, api)).answer },
  ],
  'autopay.cancel': [
    {
      emits: ['autopay.schedule.cancel'],
      run: async (api, house) => api.call('DELETE', (await agreed(house, api)).autopay),
    },
  ],
} satisfies Scenarios;
