// Every pair of a subscription's state and a verb, by requests. For deliveries: delivery/deliveries.test.ts.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { walkStates } from '../../../tests/support/walk-states.ts';
import { subscriptionStates } from './states.ts';

const subscription = (enabled: boolean) => ({
  webhookType: 'direct',
  eventTypes: ['person.*'],
  webhookDirectDetails: { webhookUrl: 'https://hooks.example.com/tenor' },
  enabled,
});

describe('a webhook subscription', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  walkStates<string>({
    table: subscriptionStates,
    elsewhere: { giveUp: 'delivery/deliveries.test.ts' },
    async make(state) {
      const path = `/webhooks/${(await api.made('/webhooks', subscription(state !== 'off'))).id}`;
      if (state === 'deleted') assert.equal((await api.delete(path)).status, 200);
      return path;
    },
    async read(path) {
      const { status, body } = await api.get(path);
      if (status === 404) return 'deleted';
      return body.data.enabled ? 'on' : 'off';
    },
    ask: {
      switchOn: (path) => api.put(path, { enabled: true }),
      switchOff: (path) => api.put(path, { enabled: false }),
      send: (path) => api.post(`${path}/test`),
      delete: (path) => api.delete(path),
    },
    refused({ status, body }, { thing, state }) {
      if (state === 'deleted') return assert.deepEqual([status, body.errorType], [404, 'NotFound']);
      const id = thing.split('/').at(-1);
      assert.deepEqual([status, body.errorType, body.data.path], [400, 'InvalidRequest', 'enabled']);
      assert.equal(body.message, `The webhook subscription ${id} is switched off.`);
    },
  });
});
