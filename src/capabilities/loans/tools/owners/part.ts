// Investors of a loan over time.
import type { Part } from '#platform/part.ts';
import { ownerTables } from './association.ts';
import { ownerChanged } from './events.ts';
import { ownerRoutes } from './routes.ts';

export const ownerPart: Part = {
  tables: ownerTables,
  events: [ownerChanged],
  routes: ownerRoutes,
};
