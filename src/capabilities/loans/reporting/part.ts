// What a loan would be told to credit agencies.
import type { Part } from '#platform/part.ts';
import { markCreated, markUpdated } from './events.ts';
import { reportingRoutes } from './routes.ts';
import { reportingTables } from './tables.ts';

export const reportingPart: Part = {
  tables: reportingTables,
  events: [markCreated, markUpdated],
  routes: reportingRoutes,
};
