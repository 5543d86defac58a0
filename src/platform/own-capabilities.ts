// What the platform itself brings to the service, as capabilities in the one ordered list.
import type { Capability, WorkerKind } from './capability.ts';
import { forgetReplies } from './command/idempotency.ts';
import { databaseChecks } from './doctor/index.ts';
import { errors } from './errors.ts';
import { type EventRouteNeeds, eventRoutes } from './event-views/routes.ts';
import { operationRoutes } from './http/operation-routes.ts';
import { forgetUploads } from './import/forget-uploads.ts';
import { platformSealed } from './own-sealed.ts';
import { platformTables } from './tables.ts';
import { advanceClock } from './test-clock/advance-clock.ts';
import { testClockRoutes } from './test-clock/test-clock.ts';
import { type DayWorker, startDayWorker } from './work/day/day-worker.ts';
import { operationStates } from './work/operations/states.ts';

/** The part that all other capabilities need. */
export const platform: Capability = {
  name: 'platform',
  migrations: new URL('./migrations/', import.meta.url),
  tables: platformTables,
  sealed: platformSealed,
  errors: { 'Every endpoint': errors },
  checks: databaseChecks,
  chores: ({ database, clock }) => [forgetReplies(database, clock), forgetUploads(database, clock)],
};

/** Does the daily work of every realm. */
export const dayWorker: WorkerKind<DayWorker> = {
  name: 'days',
  start: (tools) =>
    startDayWorker({
      ...tools,
      steps: tools.whole.dailySteps,
      pace: tools.newPace(),
      committed: (mode) => tools.signals.say('committed', mode),
    }),
};

/** Operations, which outlive their request, and the test clock, which moves the days of a test realm. */
export const operating: Capability = {
  name: 'operations',
  states: [operationStates],
  routes: () => [...testClockRoutes, ...operationRoutes],
  operations: (whole) => [advanceClock(whole.dailySteps)],
  workers: [dayWorker],
};

/** `needs`: what the events need to know about borrowers and subscriptions. */
export const events = (needs: Omit<EventRouteNeeds, 'kinds' | 'resources'>): Capability => ({
  name: 'events',
  routes: (whole) => eventRoutes({ ...needs, kinds: () => whole.eventKinds, resources: () => whole.eventResources }),
});
