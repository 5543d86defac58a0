// The door of the general ledger.
import type { Capability } from '#platform/capability.ts';
import { checks } from './checks.ts';
import { closingDay } from './close-days.ts';
import type { LedgerListener } from './commands/set-accounts.ts';
import { generalLedgerErrors } from './errors.ts';
import { generalLedgerEvents } from './events.ts';
import { generalLedgerRoutes } from './routes.ts';
import { generalLedgerTables } from './tables.ts';

export { closableFrom, endOfDay } from './days.ts';
export { generalLedgerErrors } from './errors.ts';
export { closedDay } from './ledger.ts';
export { balanceBefore, monthSums, monthSumsOfKind, vintageSums } from './month-sums.ts';

/** What later capabilities do in the commit in which a ledger begins. */
interface Listening {
  readonly listeners: readonly LedgerListener[];
}

export const generalLedger = ({ listeners }: Listening): Capability => ({
  name: 'general-ledger',
  migrations: new URL('./migrations/', import.meta.url),
  tables: generalLedgerTables,
  errors: { 'General ledger': generalLedgerErrors },
  events: generalLedgerEvents,
  routes: () => generalLedgerRoutes(listeners),
  dailySteps: [closingDay],
  checks,
});
