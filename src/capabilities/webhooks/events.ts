// The events about subscriptions themselves.
import { Type } from 'typebox';
import { eventsAbout } from '#platform/events/event-kind.ts';
import { Text } from '#platform/input/schemas.ts';
import { webhook } from './webhook.ts';

const webhookEvent = eventsAbout('company', { webhookId: Text({ max: 12 }), enabled: Type.Boolean() });

export const webhookSecretRotated = webhookEvent(
  'webhook.secret.rotated',
  'A webhook subscription got a new secret; for a while the old one signs as well.',
);
export const webhookDisabled = webhookEvent(
  'webhook.disabled',
  'A receiver said that it is gone (410): its subscription was switched off.',
);
export const webhookTest = webhookEvent(
  'webhook.test',
  'Somebody asked for a test delivery. Goes to the subscription it names, whatever that asks for.',
);

export const webhookEvents = [...webhook.events, webhookSecretRotated, webhookDisabled, webhookTest];
