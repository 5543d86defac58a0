// The door of credit reporting: what agencies are told of loans, and the files that tell them.
import type { Capability } from '#platform/capability.ts';
import { creditAgencyRoutes } from './agencies/agency.ts';
import { creditChecks } from './check-files.ts';
import { creditErrors } from './errors.ts';
import { creditEvents } from './events.ts';
import { leavingCreditFiles } from './files/leave.ts';
import { makingFiles } from './files/make.ts';
import { fileRoutes } from './files/routes.ts';
import { fileTable } from './files/states.ts';
import { tellingLoans } from './files/tell-loans.ts';
import { eraseStatements } from './loans/erase.ts';
import { loanReportingRoutes } from './loans/routes.ts';
import { creditFilesDay } from './month-day.ts';
import { creditSealed } from './sealed.ts';
import { creditTables } from './tables.ts';

export { type Consumer, consumersOf } from './accounts/consumers.ts';

export const creditReporting: Capability = {
  name: 'credit-reporting',
  migrations: new URL('./migrations/', import.meta.url),
  tables: creditTables,
  sealed: creditSealed,
  errors: { 'Credit reporting': creditErrors },
  events: creditEvents,
  states: [fileTable],
  routes: () => [...creditAgencyRoutes, ...fileRoutes, ...loanReportingRoutes],
  operations: () => [makingFiles, tellingLoans],
  claimed: [leavingCreditFiles],
  dailySteps: [creditFilesDay],
  checks: creditChecks,
  erasing: [eraseStatements],
};
