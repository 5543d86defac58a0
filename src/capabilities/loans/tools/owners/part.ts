// Investors of a loan over time.
import type { Part } from '#platform/part.ts';
import { ownerChanged } from './events.ts';
import { ownerRoutes } from './routes.ts';
import { ownerTables } from './tables.ts';

export const ownerPart: Part = {
  tables: ownerTables,
  events: [ownerChanged],
  routes: ownerRoutes,
};
