// SCRA caps.
import type { Part } from '#platform/part.ts';
import { scraErrors } from './errors.ts';
import { scraRoutes } from './routes.ts';
import { scraEvents, scraStates, scraTables } from './scra-cap.ts';

export const scraPart: Part = {
  tables: scraTables,
  errors: { 'SCRA caps': scraErrors },
  events: Object.values(scraEvents),
  states: [scraStates],
  routes: scraRoutes,
};
