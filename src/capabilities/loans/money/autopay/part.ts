// Autopay.
import type { Part } from '#platform/part.ts';
import type { Announcing } from './announce.ts';
import { autopayDay } from './autopay-day.ts';
import { autopayErrors } from './errors.ts';
import { autopayEvents } from './events.ts';
import { autopayRoutes } from './routes.ts';
import { planStates } from './states.ts';
import { autopayTables } from './tables.ts';

export const autopayPart = (announcing: Announcing): Part => ({
  tables: autopayTables,
  errors: { Autopay: autopayErrors },
  events: autopayEvents,
  states: [planStates],
  routes: autopayRoutes,
  dailySteps: [autopayDay(announcing)],
});
