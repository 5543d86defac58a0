// The door of the general ledger.
import type { Capability } from '#platform/capability.ts';
import { checks } from './checks.ts';
import { closingDay } from './close-days.ts';
import { generalLedgerErrors } from './errors.ts';
import { generalLedgerEvents } from './events.ts';
import { generalLedgerRoutes } from './routes.ts';
import { generalLedgerTables } from './tables.ts';

export { generalLedgerErrors } from './errors.ts';
export { closedDay } from './ledger.ts';
export { balanceBefore, monthSums, monthSumsOfKind, vintageSums } from './month-sums.ts';

export const generalLedger: Capability = {
  name: 'general-ledger',
  migrations: new URL('./migrations/', import.meta.url),
  tables: generalLedgerTables,
  errors: { 'General ledger': generalLedgerErrors },
  events: generalLedgerEvents,
  routes: () => generalLedgerRoutes,
  dailySteps: [closingDay],
  checks,
};
