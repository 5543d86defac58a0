// Services that are sold with a loan.
import type { Part } from '#platform/part.ts';
import { serviceAdded, serviceCanceled, serviceStates, serviceTables } from './base/service.ts';
import { serviceRoutes } from './routes.ts';

export const servicePart: Part = {
  tables: serviceTables,
  events: [serviceAdded, serviceCanceled],
  states: [serviceStates],
  routes: serviceRoutes,
};
