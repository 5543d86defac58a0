// Payoff quotes.
import type { Part } from '#platform/part.ts';
import { payoffQuoteErrors } from './errors.ts';
import { quoteTables } from './quote.ts';
import { payoffQuoteRoutes } from './routes.ts';

export const payoffQuotePart: Part = {
  tables: quoteTables,
  errors: { 'Payoff quotes': payoffQuoteErrors },
  routes: payoffQuoteRoutes,
};
