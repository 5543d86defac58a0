// Promises to pay.
import type { Part } from '#platform/part.ts';
import { promiseErrors } from '../promised/errors.ts';
import { promiseStates } from '../promised/states.ts';
import { promiseTables } from '../promised/tables.ts';
import { promisesDay } from './promises-day.ts';
import { promiseRoutes } from './routes.ts';

export const promisePart: Part = {
  tables: promiseTables,
  errors: { 'Promises to pay': promiseErrors },
  states: [promiseStates],
  routes: promiseRoutes,
  dailySteps: [promisesDay],
};
