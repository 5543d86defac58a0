// Money that the service pays out.
import type { Part } from '#platform/part.ts';
import { disbursementsDay } from './disbursements-day.ts';
import type { Effects } from './effect.ts';
import { payoutErrors } from './errors.ts';
import { disbursementEvents } from './events.ts';
import { payoutRoutes } from './routes.ts';
import { disbursementStates } from './states.ts';
import { disbursementTables } from './tables.ts';

export const payoutPart = (effects: Effects): Part => ({
  tables: disbursementTables,
  errors: { Disbursements: payoutErrors },
  events: disbursementEvents,
  states: [disbursementStates],
  routes: payoutRoutes(effects),
  dailySteps: [disbursementsDay(effects)],
});
