// The events of webhook subscriptions themselves.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import type { Client } from '../../../tests/support/house.ts';
import { webhooks } from './index.ts';

const subscription = {
  webhookType: 'direct',
  eventTypes: ['*'],
  webhookDirectDetails: { webhookUrl: 'https://receiver.example.com/events' },
};
const aWebhook = async (api: Client): Promise<string> => `/webhooks/${(await api.made('/webhooks', subscription)).id}`;

const scenarios: Scenarios = {
  'webhooks.create': [{ emits: ['webhook.created'], run: (api) => api.post('/webhooks', subscription) }],
  'webhooks.update': [
    { emits: ['webhook.updated'], run: async (api) => api.put(await aWebhook(api), { enabled: false }) },
  ],
  'webhooks.delete': [{ emits: ['webhook.deleted'], run: async (api) => api.delete(await aWebhook(api)) }],
  'webhooks.rotateSecret': [
    { emits: ['webhook.secret.rotated'], run: async (api) => api.post(`${await aWebhook(api)}/rotate-secret`, {}) },
  ],
  'webhooks.test': [{ emits: ['webhook.test'], run: async (api) => api.post(`${await aWebhook(api)}/test`) }],
};

describe('the events of webhooks', () => emitsAsDeclared(webhooks, scenarios));
