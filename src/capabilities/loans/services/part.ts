// Services that are sold with a loan.
import type { Part } from '#platform/part.ts';
import { serviceTables } from '../sold/tables.ts';
import { serviceAdded, serviceCanceled } from './events.ts';
import { serviceRoutes } from './routes.ts';
import { serviceStates } from './states.ts';

export const servicePart: Part = {
  tables: serviceTables,
  events: [serviceAdded, serviceCanceled],
  states: [serviceStates],
  routes: serviceRoutes,
};
