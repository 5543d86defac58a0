// Payments, credits and what undoes them.
import type { Part } from '#platform/part.ts';
import { transactionErrors } from './errors.ts';
import { transactionResources } from './event-resources.ts';
import { transactionEvents } from './events.ts';
import { transactionRoutes } from './routes.ts';
import { collectedStates, transactionStates } from './states.ts';
import { transactionVersions } from './versions.ts';

export const transactionPart: Part = {
  errors: { Transactions: transactionErrors },
  events: transactionEvents,
  states: [transactionStates, collectedStates],
  resources: transactionResources,
  versions: transactionVersions,
  routes: transactionRoutes,
};
