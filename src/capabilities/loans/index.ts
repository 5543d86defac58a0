// The door of loans: their whole life, and the money that moves them.
import './tables.ts';

export { importLoans } from './boarding/import/import-loans.ts';
export { daysCheck } from './day/check-days.ts';
export { loanDay } from './day/loan-day.ts';
export { loanDayMetrics } from './day/metrics.ts';
export { replayIndex } from './day/replay-index.ts';
export { loanErrors } from './errors.ts';
export { loanResources } from './event-resources.ts';
export { loanEvents } from './events.ts';
export { openLoansOf } from './open-loans.ts';
export { routes as loanRoutes } from './routes/index.ts';
export { loanStates } from './states.ts';
export { loanTables } from './tables.ts';
export { transactionErrors } from './transactions/errors.ts';
export { transactionResources } from './transactions/event-resources.ts';
export { transactionPermissions } from './transactions/routes.ts';
export { transactionStates } from './transactions/states.ts';
export { transactionVersions } from './transactions/versions.ts';
export { type LoanKey, loanKeys } from './verify/stored-loan.ts';
export type { Finding, Verdict } from './verify/verify-loan.ts';
export { isClean, verifyLoans } from './verify/verify-loans.ts';

export const loanMigrations = new URL('./migrations/', import.meta.url);
