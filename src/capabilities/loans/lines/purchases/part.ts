// Purchases on draws, and their disputes.
import type { Part } from '#platform/part.ts';
import type { DisputeCases } from './dispute-cases.ts';
import { disputeRoutes } from './dispute-routes.ts';
import { purchaseErrors } from './errors.ts';
import { purchaseResources } from './event-resources.ts';
import { purchaseEvents } from './events.ts';
import { purchasePermissions, purchaseRoutes } from './routes.ts';
import { disputeStates, purchaseStates } from './states.ts';
import { purchaseTables } from './tables.ts';

export const purchasePart = (cases: DisputeCases): Part => ({
  tables: purchaseTables,
  errors: { Purchases: purchaseErrors },
  events: purchaseEvents,
  states: [purchaseStates, disputeStates],
  resources: purchaseResources,
  permissions: purchasePermissions,
  routes: [...purchaseRoutes, ...disputeRoutes(cases)],
});
