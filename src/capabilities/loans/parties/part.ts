// The people of a loan, in their roles over time.
import type { Part } from '#platform/part.ts';
import { partyEvents } from './events.ts';
import { partyRoutes } from './routes.ts';
import { partyTables } from './tables.ts';

export const partyPart: Part = { tables: partyTables, events: partyEvents, routes: partyRoutes };
