// Suspensions of late fees.
import type { Part } from '#platform/part.ts';
import { suspensionErrors } from './errors.ts';
import { suspensionRoutes } from './routes.ts';
import { suspensionEvents, suspensionStates, suspensionTables } from './suspension.ts';

export const suspensionPart: Part = {
  tables: suspensionTables,
  errors: { 'Suspensions of late fees': suspensionErrors },
  events: Object.values(suspensionEvents),
  states: [suspensionStates],
  routes: suspensionRoutes,
};
