// The door of tax: what the tax office is told of debts that were canceled.
import type { Capability } from '#platform/capability.ts';
import { taxErrors } from './errors.ts';
import { taxEvents } from './events.ts';
import { makingFilings } from './filings/make.ts';
import { filingRoutes } from './filings/routes.ts';
import { filingTable } from './filings/states.ts';
import { taxSealed } from './sealed.ts';
import { eraseStated } from './stated/erase.ts';
import { statedRoutes } from './stated/routes.ts';
import { taxTables } from './tables.ts';

export const tax: Capability = {
  name: 'tax',
  migrations: new URL('./migrations/', import.meta.url),
  tables: taxTables,
  sealed: taxSealed,
  errors: { Tax: taxErrors },
  events: taxEvents,
  states: [filingTable],
  routes: () => [...filingRoutes, ...statedRoutes],
  operations: () => [makingFilings],
  erasing: [eraseStated],
};
