// Advances.
import type { Part } from '#platform/part.ts';
import { advanceStates, advanceTables } from '../advances/advance.ts';
import { advanceErrors } from '../advances/errors.ts';
import { advanceUpdated } from '../loan/advance-events.ts';
import { advancesDay } from './advances-day.ts';
import { advanceRoutes } from './routes.ts';

export const advancePart: Part = {
  tables: advanceTables,
  errors: { Advances: advanceErrors },
  events: [advanceUpdated],
  states: [advanceStates],
  routes: advanceRoutes,
  dailySteps: [advancesDay],
};
