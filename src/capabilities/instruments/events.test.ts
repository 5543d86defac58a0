// The events of payment instruments.
import { describe } from 'node:test';
import { linkVendors } from '#app/providers.ts';
import { isBeingVerified, sendPair, verifyNewCard } from '#capabilities/moving-money/index.ts';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { aPerson, type Client } from '../../../tests/support/house.ts';
import { aLink } from '../../../tests/support/instruments.ts';
import { instruments } from './index.ts';

const network = { instrumentType: 'paymentNetwork', paymentNetworkName: 'PayNearMe' };
const personOf = async (api: Client): Promise<string> => (await api.made('/people', aPerson())).id;

/** The path of a new instrument. */
async function anInstrument(api: Client): Promise<string> {
  const path = `/people/${await personOf(api)}/payment-instruments`;
  return `${path}/${(await api.made(path, network))[0].id}`;
}

/** The path of a new account that is linked, by a token that names the story. */
async function aLinked(api: Client, accessToken = 'test_link_ok'): Promise<string> {
  const path = `/people/${await personOf(api)}/payment-instruments`;
  return `${path}/${(await api.made(path, aLink({ accessToken })))[0].id}`;
}

const scenarios: Scenarios = {
  'accountLinks.replace': [
    {
      emits: ['payment.instrument.updated'],
      run: async (api) =>
        api.post(`${await aLinked(api)}/account-link`, { accessToken: 'test_link_ok', accountId: 'checking' }),
    },
  ],
  'accountLinks.update': [
    {
      emits: ['payment.instrument.updated'],
      run: async (api) => api.put(`${await aLinked(api)}/account-link`, { dataServices: ['balance'] }),
    },
  ],
  'accountLinks.delete': [
    { emits: ['payment.instrument.updated'], run: async (api) => api.delete(`${await aLinked(api)}/account-link`) },
  ],
  'instrumentBalances.fetch': [
    {
      emits: ['payment.instrument.updated', 'payment.instrument.link.failed'],
      run: async (api) => api.post(`${await aLinked(api, 'test_link_then_login')}/balance`),
    },
  ],
  'paymentInstruments.create': [
    {
      emits: ['payment.instrument.created'],
      run: async (api) =>
        api.post(`/people/${await personOf(api)}/payment-instruments`, { ...network, externalId: 'pay-1' }),
    },
  ],
  'paymentInstruments.update': [
    { emits: ['payment.instrument.updated'], run: async (api) => api.put(await anInstrument(api), { verified: true }) },
    {
      emits: ['payment.instrument.updated', 'payment.instrument.deactivated'],
      run: async (api) => api.put(await anInstrument(api), { status: 'inactive' }),
    },
  ],
  'paymentInstruments.delete': [
    {
      emits: ['payment.instrument.deactivated', 'payment.instrument.deleted'],
      run: async (api) => api.delete(await anInstrument(api)),
    },
    {
      emits: ['payment.instrument.deleted'],
      run: async (api) => {
        const path = await anInstrument(api);
        await api.put(path, { status: 'inactive' });
        return api.delete(path);
      },
    },
  ],
};

const given = { sendDeposits: sendPair, verifyCard: verifyNewCard, isBeingVerified, vendors: linkVendors };

describe('the events of instruments', () => emitsAsDeclared(instruments(given), scenarios));
