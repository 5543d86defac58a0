// SCRA caps.
import type { Part } from '#platform/part.ts';
import { scraErrors } from './errors.ts';
import { scraEvents } from './events.ts';
import { scraRoutes } from './routes.ts';
import { scraStates } from './states.ts';
import { scraTables } from './tables.ts';

export const scraPart: Part = {
  tables: scraTables,
  errors: { 'SCRA caps': scraErrors },
  events: scraEvents,
  states: [scraStates],
  routes: scraRoutes,
};
