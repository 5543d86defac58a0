// The door of loans: their whole life, and the money that moves them.
import './loan/tables.ts';

export { importLoans } from './boarding/import/import-loans.ts';
export { daysCheck } from './day/check-days.ts';
export { loanDay } from './day/loan-day.ts';
export { loanDayMetrics } from './day/metrics.ts';
export { replayIndex } from './day/replay-index.ts';
export { loanResources } from './lifecycle/event-resources.ts';
export { openLoansOf } from './lifecycle/open-loans.ts';

import { ledgerEvents, loanEvents as eventsOfLoans } from './loan/events.ts';
import { transactionEvents } from './transactions/events.ts';

export { loanErrors } from './loan/errors.ts';
export { loanTables } from './loan/tables.ts';
export { routes as loanRoutes } from './routes.ts';
export { transactionErrors } from './transactions/errors.ts';
export { transactionResources } from './transactions/event-resources.ts';
export { transactionPermissions } from './transactions/routes.ts';
export { transactionVersions } from './transactions/versions.ts';
export { type LoanKey, loanKeys } from './verify/stored-loan.ts';
export type { Finding, Verdict } from './verify/verify-loan.ts';
export { isClean, verifyLoans } from './verify/verify-loans.ts';

export const loanEvents = [...eventsOfLoans, ...transactionEvents, ...ledgerEvents];
export const loanMigrations = new URL('./migrations/', import.meta.url);
