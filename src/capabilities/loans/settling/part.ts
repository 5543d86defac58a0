// Settlements.
import type { Part } from '#platform/part.ts';
import { settlementErrors } from '../settlements/errors.ts';
import { settlementStates } from '../settlements/states.ts';
import { settlementTables } from '../settlements/tables.ts';
import { settlementRoutes } from './routes.ts';
import { settlementsDay } from './settlements-day.ts';

export const settlementPart: Part = {
  tables: settlementTables,
  errors: { Settlements: settlementErrors },
  states: [settlementStates],
  routes: settlementRoutes,
  dailySteps: [settlementsDay],
};
