// What the platform itself brings to the service, as capabilities in the one ordered list.

import { chainingAudit, recordingHeads } from './audit/chores.ts';
import { auditTables } from './audit/tables.ts';
import { auditRoutes } from './audit-views/routes.ts';
import { backupTables } from './backup/tables.ts';
import { forgetBlobsOf } from './blobs/keep-blobs.ts';
import { blobMetrics } from './blobs/metrics.ts';
import { outsideStores } from './blobs/outside-stores.ts';
import { blobStores } from './blobs/stores.ts';
import { surveyStores } from './blobs/survey-stores.ts';
import { sweepBlobs } from './blobs/sweep.ts';
import { blobTables } from './blobs/tables.ts';
import type { Capability, WorkerKind } from './capability.ts';
import { forgetReplies } from './command/idempotency.ts';
import { commandTables } from './command/tables.ts';
import { eraseWrites } from './command/writes-of-borrowers.ts';
import { platformQueues } from './doctor/backlog.ts';
import { databaseChecks } from './doctor/index.ts';
import { errors } from './errors.ts';
import { type EventRouteNeeds, eventRoutes } from './event-views/routes.ts';
import { eventTables } from './events/tables.ts';
import { deletingExpired } from './expired-rows.ts';
import { filePlaceTables } from './file-places/tables.ts';
import { operationRoutes } from './http/operation-routes.ts';
import { forgetUploads } from './import/forget-uploads.ts';
import { importTables } from './import/tables.ts';
import { platformSealed } from './own-sealed.ts';
import { resourceTables } from './resource/tables.ts';
import { versionStates } from './resource/versioned-states.ts';
import { advanceClock } from './test-clock/advance-clock.ts';
import { testClockTables } from './test-clock/tables.ts';
import { testClockRoutes } from './test-clock/test-clock.ts';
import { uploadTables } from './uploads/tables.ts';
import { type DayWorker, startDayWorker } from './work/day/day-worker.ts';
import { operationStates } from './work/operations/states.ts';
import { workTables } from './work/tables.ts';

/** The part that all other capabilities need. */
export const platform: Capability = {
  name: 'platform',
  migrations: new URL('./migrations/', import.meta.url),
  tables: {
    ...testClockTables,
    ...commandTables,
    ...workTables,
    ...resourceTables,
    ...eventTables,
    ...uploadTables,
    ...importTables,
    ...auditTables,
    ...backupTables,
    ...blobTables,
    ...filePlaceTables,
  },
  // A file that still lies there is fetched once more then, and known by its bytes.
  expiring: [{ table: 'file_fetches', column: 'seen_at', keptSeconds: 180 * 86_400 }],
  sealed: platformSealed,
  errors: { 'Every endpoint': errors },
  states: [versionStates],
  erasing: [eraseWrites, forgetBlobsOf],
  checks: databaseChecks,
  queues: platformQueues,
  metrics: blobMetrics,
  chores: ({ database, clock, log, whole, settings }) => [
    deletingExpired(database, clock, whole.expiring),
    forgetReplies(database, clock),
    forgetUploads(database, clock),
    chainingAudit(database),
    recordingHeads(database, clock, log),
    sweepBlobs({ database, clock, log }, blobStores(database, settings.blobs)),
    surveyStores({ database, clock, log }, outsideStores(settings.blobs ?? {})),
  ],
};

/** Does the daily work of every realm. */
export const dayWorker: WorkerKind<DayWorker> = {
  name: 'days',
  start: (tools) =>
    startDayWorker({
      ...tools,
      steps: tools.whole.dailySteps,
      pace: tools.newPace(),
    }),
};

/** Operations, which outlive their request, and the test clock, which moves the days of a test realm. */
export const operating: Capability = {
  name: 'operations',
  tables: workTables,
  states: [operationStates],
  routes: () => [...testClockRoutes, ...operationRoutes, ...auditRoutes],
  operations: (whole) => [advanceClock(whole.dailySteps, whole)],
  workers: [dayWorker],
};

/** `needs`: what the events need to know about borrowers and subscriptions. */
export const events = (needs: Omit<EventRouteNeeds, 'kinds' | 'resources'>): Capability => ({
  name: 'events',
  routes: (whole) => eventRoutes({ ...needs, kinds: () => whole.eventKinds, resources: () => whole.eventResources }),
});
