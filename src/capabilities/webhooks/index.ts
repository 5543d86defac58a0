// The door of webhooks: subscriptions to events, and what delivers them.
import './tables.ts';

export { deliveriesCheck } from './check-deliveries.ts';
export { recovery } from './commands/deliver-again.ts';
export { type Deliverer, startDeliverer } from './delivery/deliverer.ts';
export { forgetDeliveries } from './delivery/forget-deliveries.ts';
export { webhookPlanning } from './delivery/plan-deliveries.ts';
export { webhookErrors } from './errors.ts';
export { webhookEvents } from './events.ts';
export { webhookMetrics } from './metrics.ts';
export { webhookRoutes } from './routes.ts';
export { webhookSealed } from './sealed.ts';
export { messageId, newWebhookSecret, signer } from './signature.ts';
export { deliveryStates, subscriptionStates } from './states.ts';
export { webhookTables } from './tables.ts';
export { typesOfWebhook } from './webhook.ts';

export const webhookMigrations = new URL('./migrations/', import.meta.url);
