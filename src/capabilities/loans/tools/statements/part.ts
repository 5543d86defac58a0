// Statements: what a borrower is told of each period.
import type { Part } from '#platform/part.ts';
import { statementsDay } from './day.ts';
import { statementEvents } from './events.ts';
import { statementRoutes } from './routes.ts';
import { statementTables } from './tables.ts';
import { statementVersions } from './versions.ts';

export const statementPart: Part = {
  tables: statementTables,
  events: statementEvents,
  versions: statementVersions,
  routes: statementRoutes,
  dailySteps: [statementsDay],
};
