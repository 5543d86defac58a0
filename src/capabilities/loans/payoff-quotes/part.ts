// Payoff quotes.
import type { Part } from '#platform/part.ts';
import { payoffQuoteErrors } from './errors.ts';
import { payoffQuoteRoutes } from './routes.ts';
import { payoffQuoteTables } from './tables.ts';

export const payoffQuotePart: Part = {
  tables: payoffQuoteTables,
  errors: { 'Payoff quotes': payoffQuoteErrors },
  routes: payoffQuoteRoutes,
};
