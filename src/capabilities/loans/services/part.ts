// Services that are sold with a loan.
import type { Part } from '#platform/part.ts';
import { serviceAdded, serviceCanceled } from './events.ts';
import { serviceRoutes } from './routes.ts';
import { serviceTables } from './tables.ts';

export const servicePart: Part = {
  tables: serviceTables,
  events: [serviceAdded, serviceCanceled],
  routes: serviceRoutes,
};
