// Autopay.
import type { Part } from '#platform/part.ts';
import { autopayDay } from './autopay-day.ts';
import { autopayErrors } from './errors.ts';
import { autopayEvents } from './events.ts';
import { autopayRoutes } from './routes.ts';
import { planStates } from './states.ts';
import { autopayTables } from './tables.ts';

export const autopayPart: Part = {
  tables: autopayTables,
  errors: { Autopay: autopayErrors },
  events: autopayEvents,
  states: [planStates],
  routes: autopayRoutes,
  dailySteps: [autopayDay],
};
