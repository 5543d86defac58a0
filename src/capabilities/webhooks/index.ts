// The door of webhooks: subscriptions to events, and their deliveries.
import type { Capability } from '#platform/capability.ts';
import { deliveriesCheck, deliveriesQueue } from './check-deliveries.ts';
import { recovery } from './commands/deliver-again.ts';
import { deliverer } from './delivery/deliverer.ts';
import { forgetDeliveries } from './delivery/forget-deliveries.ts';
import { webhookPlanning } from './delivery/plan-deliveries.ts';
import { webhookErrors } from './errors.ts';
import { webhookEvents } from './events.ts';
import { webhookMetrics } from './metrics.ts';
import { webhookRoutes } from './routes.ts';
import { webhookSealed } from './sealed.ts';
import { deliveryStates, subscriptionStates } from './states.ts';
import { webhookTables } from './tables.ts';

export { deliverer } from './delivery/deliverer.ts';
export { typesOfWebhook } from './webhook.ts';

export const webhooks: Capability = {
  name: 'webhooks',
  migrations: new URL('./migrations/', import.meta.url),
  tables: webhookTables,
  sealed: webhookSealed,
  errors: { Webhooks: webhookErrors },
  events: webhookEvents,
  states: [subscriptionStates, deliveryStates],
  isUndated: true,
  routes: (whole) =>
    webhookRoutes(
      () => whole.eventResources,
      () => whole.eventKinds,
    ),
  operations: (whole) => [recovery(() => whole.eventResources)],
  chores: ({ database, clock }) => [forgetDeliveries(database, clock)],
  duties: (tools) => [webhookPlanning(tools)],
  workers: [deliverer],
  checks: [deliveriesCheck],
  queues: [deliveriesQueue],
  metrics: webhookMetrics,
};
