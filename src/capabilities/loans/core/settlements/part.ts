// Settlements.
import type { Part } from '#platform/part.ts';
import { settlementErrors } from './base/errors.ts';
import { settlementStates, settlementTables } from './base/settlement.ts';
import { settlementRoutes } from './routes.ts';
import { settlementsDay } from './settlements-day.ts';

export const settlementPart: Part = {
  tables: settlementTables,
  errors: { Settlements: settlementErrors },
  states: [settlementStates],
  routes: settlementRoutes,
  dailySteps: [settlementsDay],
};
