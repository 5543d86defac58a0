// Promises to pay.
import { overdueCheck } from '#platform/doctor/overdue.ts';
import type { Part } from '#platform/part.ts';
import { promiseErrors } from '../promised/errors.ts';
import { promiseStates } from '../promised/states.ts';
import { promiseTables } from '../promised/tables.ts';
import { duePromises, promisesDay } from './promises-day.ts';
import { promiseRoutes } from './routes.ts';

export const promisePart: Part = {
  tables: promiseTables,
  errors: { 'Promises to pay': promiseErrors },
  states: [promiseStates],
  routes: promiseRoutes,
  dailySteps: [promisesDay],
  checks: [overdueCheck('promises to pay', duePromises)],
};
