// The endpoints of webhook subscriptions and their deliveries.
import { Type } from 'typebox';
import { errors } from '#platform/errors.ts';
import type { EventResource } from '#platform/event-views/payload.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { Operation } from '#platform/http/operation-routes.ts';
import { pageQuery } from '#platform/http/pages.ts';
import { StringEnum, Text } from '#platform/input/schemas.ts';
import { redeliver, sendTest, startRecovery } from './commands/deliver-again.ts';
import { createWebhook, rotateSecret, webhookEndpoints } from './commands/write-webhook.ts';
import { listDeliveries, readDelivery } from './delivery.ts';
import { webhookErrors } from './errors.ts';
import * as told from './events.ts';
import * as example from './examples.ts';
import { Delivery, DeliveryWithBodies, Recover, RotateSecret, WebhookCreate } from './schemas.ts';
import { deliveryStates } from './states.ts';
import { listingUnknown } from './unknown-types.ts';
import { webhook } from './webhook.ts';

type Resources = () => readonly EventResource[];

const subscriptions = (resources: Resources): Endpoint[] => [
  ...webhookEndpoints(resources),
  endpoint({
    name: 'webhooks.create',
    method: 'POST',
    path: '/webhooks',
    summary: 'Create a webhook subscription',
    description:
      'Events from now on are posted to the URL, signed. `hmacSecretKey` is shown in this answer only. /docs/webhooks tells what a receiver gets and how it checks the signature.',
    permission: 'webhook:create',
    shape: 'single',
    status: 201,
    says: 'The subscription was created. Keep its hmacSecretKey: it is not shown again.',
    body: WebhookCreate,
    answer: webhook.answer,
    errors: [webhookErrors.WebhookNotSupported, webhookErrors.TooManyWebhooks],
    emits: webhook.events.slice(0, 1),
    showsSecret: true,
    example: { body: example.webhookCreate },
    command: (ctx, tx, { body }) => createWebhook(ctx, tx, body, resources()),
  }),
  endpoint({
    name: 'webhooks.rotateSecret',
    method: 'POST',
    path: '/webhooks/{webhookId}/rotate-secret',
    summary: 'Give a webhook subscription a new secret',
    description:
      'The new secret is shown in this answer only. Until overlapHours are over the old one signs as well: webhook-signature holds both, and X-Peach-Hmac-Previous stands beside X-Peach-Hmac. (The name of the header is that of the service whose interface Tenor follows, so that existing receivers work unchanged.)',
    permission: 'webhook:update',
    shape: 'single',
    says: 'The subscription has a new secret. Keep its hmacSecretKey: it is not shown again.',
    body: RotateSecret,
    answer: webhook.answer,
    errors: [errors.NotFound],
    emits: [told.webhookSecretRotated],
    showsSecret: true,
    example: { body: { overlapHours: 24 } },
    command: (ctx, tx, { params, body }) => rotateSecret(ctx, tx, params.webhookId, body, resources()),
  }),
  endpoint({
    name: 'webhooks.test',
    method: 'POST',
    path: '/webhooks/{webhookId}/test',
    summary: 'Send a test event',
    description: 'The event webhook.test, which goes to this subscription alone. Its deliveries show how it went.',
    permission: 'webhook:update',
    shape: 'message',
    says: 'A test event is on its way.',
    answer: webhook.answer,
    errors: [errors.NotFound],
    emits: [told.webhookTest],
    command: (ctx, tx, { params }) => sendTest(ctx, tx, params.webhookId, resources()),
  }),
  endpoint({
    name: 'webhooks.recover',
    method: 'POST',
    path: '/webhooks/{webhookId}/recover',
    summary: 'Send what was missed since a date',
    description:
      'An operation: what was given up is tried again, and what was never planned (the subscription was off, or asked for other events) is sent now. What was delivered is left alone.',
    permission: 'webhook:update',
    shape: 'operation',
    status: 202,
    body: Recover,
    answer: Operation,
    errors: [errors.NotFound],
    example: { body: { from: '2026-03-01T00:00:00Z' } },
    command: (ctx, tx, { params, body }) => startRecovery(ctx, tx, params.webhookId, body.from, resources()),
  }),
];

const deliveries = (resources: Resources): Endpoint[] => [
  endpoint({
    name: 'webhookDeliveries.list',
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries',
    summary: 'List the deliveries of a subscription',
    description: 'In the order of their events, newest first, 30 days back.',
    permission: 'webhook.delivery:list',
    shape: 'list',
    query: {
      ...pageQuery({}),
      state: Type.Optional(StringEnum(deliveryStates.states)),
      eventId: Type.Optional(
        Text({ min: 1, max: 12, description: 'Only that of this event.', example: 'EV-7KQ2-M9XA' }),
      ),
    },
    answer: Delivery,
    errors: [errors.NotFound],
    read: ({ reader }, { params, query }) => listDeliveries(reader, params.webhookId, query),
  }),
  endpoint({
    name: 'webhookDeliveries.read',
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries/{deliveryId}',
    summary: 'Read a delivery with its bodies',
    permission: 'webhook.delivery:read',
    shape: 'single',
    answer: DeliveryWithBodies,
    errors: [errors.NotFound],
    read: (ctx, { params }) => readDelivery(ctx, params.webhookId, params.deliveryId, resources()),
  }),
  endpoint({
    name: 'webhookDeliveries.redeliver',
    method: 'POST',
    path: '/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
    summary: 'Send a delivery again',
    description: 'The same body under the same webhook-id.',
    permission: 'webhook:update',
    shape: 'single',
    answer: Delivery,
    errors: [errors.NotFound, webhookErrors.DeliveryErased],
    command: (ctx, tx, { params }) => redeliver(ctx, tx, params.webhookId, params.deliveryId, resources()),
  }),
];

/**
 * `resources`: the objects that payloads show. A key needs the permission to read them before it shows or sends a
 * payload.
 */
export const webhookRoutes = (resources: Resources, kinds: () => readonly EventKind[]): Endpoint[] => [
  ...subscriptions(resources).map((one) => (one.answer === webhook.answer ? listingUnknown(one, kinds) : one)),
  ...deliveries(resources),
];
