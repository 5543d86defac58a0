// The door of the figures.
import type { Capability } from '#platform/capability.ts';
import { checks } from './checks.ts';
import { closingMonth } from './close-month.ts';
import { figureRoutes } from './routes.ts';
import { figureTables } from './tables.ts';

export { beginMonths } from './close-month.ts';

export const figures: Capability = {
  name: 'figures',
  migrations: new URL('./migrations/', import.meta.url),
  tables: figureTables,
  routes: () => figureRoutes,
  dailySteps: [closingMonth],
  checks,
};
