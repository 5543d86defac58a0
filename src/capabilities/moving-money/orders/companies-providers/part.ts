// Who carries the orders of a company.
import { tablesByName } from '#platform/db/define-table.ts';
import type { Part } from '#platform/part.ts';
import { providerErrors } from './errors.ts';
import { providerEvents } from './events.ts';
import { providerRoutes } from './routes.ts';
import { providersSealed } from './sealed.ts';
import { paymentProviders, paymentProviderWork } from './tables.ts';

export const providerPart = (hasOpenOrders: Parameters<typeof providerRoutes>[0]): Part => ({
  tables: tablesByName(paymentProviders, paymentProviderWork),
  sealed: providersSealed,
  errors: { 'Moving money': providerErrors },
  events: providerEvents,
  routes: providerRoutes(hasOpenOrders),
});
