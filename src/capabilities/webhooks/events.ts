// What is told of subscriptions themselves.
import { Type } from 'typebox';
import { defineEvent } from '#platform/events/event-kind.ts';
import { Text } from '#platform/input/schemas.ts';

const webhook = { webhookId: Text({ max: 12 }), enabled: Type.Boolean() };

export const webhookCreated = defineEvent({
  type: 'webhook.created',
  summary: 'A webhook subscription was created.',
  subject: 'company',
  fields: webhook,
});
export const webhookUpdated = defineEvent({
  type: 'webhook.updated',
  summary: 'A webhook subscription was changed.',
  subject: 'company',
  fields: webhook,
});
export const webhookSecretRotated = defineEvent({
  type: 'webhook.secret.rotated',
  summary: 'A webhook subscription got a new secret; for a while the old one signs as well.',
  subject: 'company',
  fields: webhook,
});
export const webhookDeleted = defineEvent({
  type: 'webhook.deleted',
  summary: 'A webhook subscription was deleted.',
  subject: 'company',
  fields: webhook,
});
export const webhookDisabled = defineEvent({
  type: 'webhook.disabled',
  summary: 'A receiver said that it is gone (410): its subscription was switched off.',
  subject: 'company',
  fields: webhook,
});
export const webhookTest = defineEvent({
  type: 'webhook.test',
  summary: 'Somebody asked for a test delivery. Goes to the subscription it names, whatever that asks for.',
  subject: 'company',
  fields: webhook,
});

export const webhookEvents = [
  webhookCreated,
  webhookUpdated,
  webhookSecretRotated,
  webhookDeleted,
  webhookDisabled,
  webhookTest,
];
