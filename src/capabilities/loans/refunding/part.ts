// What a loan owes its borrower, and written requests for it.
import type { Part } from '#platform/part.ts';
import { creditsDay } from './credits-day.ts';
import { refundingErrors } from './errors.ts';
import { refundingEvents } from './events.ts';
import { requestStates } from './request.ts';
import { requestsDay } from './requests-day.ts';
import { refundingRoutes } from './routes.ts';
import { refundingTables } from './tables.ts';

export const creditPart: Part = {
  tables: refundingTables,
  errors: { 'Credit of a borrower': refundingErrors },
  events: refundingEvents,
  states: [requestStates],
  routes: refundingRoutes,
  dailySteps: [creditsDay, requestsDay],
};
