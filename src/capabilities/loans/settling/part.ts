// Settlements.
import { overdueCheck } from '#platform/doctor/overdue.ts';
import type { Part } from '#platform/part.ts';
import { settlementErrors } from '../settlements/errors.ts';
import { settlementStates } from '../settlements/states.ts';
import { settlementTables } from '../settlements/tables.ts';
import { settlementRoutes } from './routes.ts';
import { dueSettlements, settlementsDay } from './settlements-day.ts';

export const settlementPart: Part = {
  tables: settlementTables,
  errors: { Settlements: settlementErrors },
  states: [settlementStates],
  routes: settlementRoutes,
  dailySteps: [settlementsDay],
  checks: [overdueCheck('settlements', dueSettlements)],
};
