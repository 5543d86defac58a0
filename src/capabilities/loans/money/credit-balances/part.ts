// What a loan owes its borrower, and written requests for it.
import type { Part } from '#platform/part.ts';
import { creditsDay } from './credits-day.ts';
import { creditBalanceErrors } from './errors.ts';
import { creditBalanceEvents } from './events.ts';
import { requestStates } from './request.ts';
import { requestsDay } from './requests-day.ts';
import { creditBalanceRoutes } from './routes.ts';
import { creditBalanceTables } from './tables.ts';

export const creditPart: Part = {
  tables: creditBalanceTables,
  errors: { 'Credit of a borrower': creditBalanceErrors },
  events: creditBalanceEvents,
  states: [requestStates],
  routes: creditBalanceRoutes,
  dailySteps: [creditsDay, requestsDay],
};
