// Advances.
import type { Part } from '#platform/part.ts';
import { advancesDay } from './advances-day.ts';
import { advanceStates, advanceTables } from './base/advance.ts';
import { advanceErrors } from './base/errors.ts';
import { advanceStatusChanged, advanceUpdated } from './base/events.ts';
import { advanceRoutes } from './routes.ts';

export const advancePart: Part = {
  tables: advanceTables,
  errors: { Advances: advanceErrors },
  events: [advanceStatusChanged, advanceUpdated],
  states: [advanceStates],
  routes: advanceRoutes,
  dailySteps: [advancesDay],
};
