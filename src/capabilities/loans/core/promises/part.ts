// Promises to pay.
import type { Part } from '#platform/part.ts';
import { promiseErrors } from './base/errors.ts';
import { promiseStates, promiseTables } from './base/promise.ts';
import { promisesDay } from './promises-day.ts';
import { promiseRoutes } from './routes.ts';

export const promisePart: Part = {
  tables: promiseTables,
  errors: { 'Promises to pay': promiseErrors },
  states: [promiseStates],
  routes: promiseRoutes,
  dailySteps: [promisesDay],
};
