// The door of loan tapes: types of tapes, and the files that are made by them.
import type { Capability } from '#platform/capability.ts';
import { tapeChecks } from './check-tapes.ts';
import { tapeErrors } from './errors.ts';
import { makingTapes } from './making/make-tape.ts';
import { tapeDay } from './schedule-day.ts';
import { tapeSealed } from './sealed.ts';
import { tapeTable } from './states.ts';
import { loanTapeTables } from './tables.ts';
import { loanTapeChanged } from './tapes/events.ts';
import { leavingTapes } from './tapes/leave-tapes.ts';
import { tapeRoutes } from './tapes/routes.ts';
import { tapeType } from './types/tape-type.ts';

export const loanTapes: Capability = {
  name: 'loan-tapes',
  migrations: new URL('./migrations/', import.meta.url),
  tables: loanTapeTables,
  sealed: tapeSealed,
  errors: { 'Loan tapes': tapeErrors },
  events: [...tapeType.events, loanTapeChanged],
  states: [tapeTable],
  routes: () => [...tapeType.endpoints, ...tapeRoutes],
  operations: () => [makingTapes],
  claimed: [leavingTapes],
  dailySteps: [tapeDay],
  checks: tapeChecks,
};
