// Which collection agency has a loan.
import type { Part } from '#platform/part.ts';
import { agencyTables } from './agency-assignment.ts';
import { agencyErrors } from './errors.ts';
import { agencyEvents } from './events.ts';
import { agencyRoutes } from './routes.ts';

export const agencyPart: Part = {
  tables: agencyTables,
  errors: { 'Collection agencies': agencyErrors },
  events: agencyEvents,
  routes: agencyRoutes,
};
