// The people of a loan, in their roles over time.
import type { Part } from '#platform/part.ts';
import { partyAdded, partyEnded, partyTables, partyUpdated } from './party.ts';
import { partyRoutes } from './routes.ts';

export const partyPart: Part = {
  tables: partyTables,
  events: [partyAdded, partyUpdated, partyEnded],
  routes: partyRoutes,
};
