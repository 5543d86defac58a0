// What a loan would be told to credit agencies.
import type { Part } from '#platform/part.ts';
import { markCreated, markUpdated, reportingTables } from './mark.ts';
import { reportingRoutes } from './routes.ts';

export const reportingPart: Part = {
  tables: reportingTables,
  events: [markCreated, markUpdated],
  routes: reportingRoutes,
};
