// Deferrals, other due dates, payment plans, re-ages.
import type { Part } from '#platform/part.ts';
import { hardshipErrors } from './errors.ts';
import { hardshipEvents } from './events.ts';
import { hardshipRoutes } from './routes.ts';
import { hardshipStates } from './states.ts';
import { hardshipTables } from './tables.ts';

export const hardshipPart: Part = {
  tables: hardshipTables,
  errors: { Hardship: hardshipErrors },
  events: hardshipEvents,
  states: [hardshipStates],
  routes: hardshipRoutes,
};
