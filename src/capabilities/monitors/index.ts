// The door of monitors: what registers say of borrowers, and what follows from it.
import type { CaseListener } from '#capabilities/cases/index.ts';
import type { Capability } from '#platform/capability.ts';
import { checkingDay } from './check-day.ts';
import { monitorChecks } from './check-due.ts';
import { femaDisaster } from './disasters/disaster.ts';
import { disasterRoutes } from './disasters/routes.ts';
import { waking } from './disasters/wake.ts';
import { enrolling, watchingPeople } from './enroll.ts';
import { eraseMonitors } from './erase-monitors.ts';
import { monitorErrors } from './errors.ts';
import { monitorEvents } from './events.ts';
import { readingFiles } from './files/read-file.ts';
import { fileRoutes } from './files/routes.ts';
import { hitRoutes } from './hit.ts';
import { actingDay } from './loan-actions/act-day.ts';
import { actionRoutes } from './loan-actions/action.ts';
import { monitorRoutes } from './monitor.ts';
import { placeRoutes } from './places/place.ts';
import { visitingJob, visitingPlaces } from './places/visit.ts';
import { requestRoutes } from './requests/request.ts';
import { monitorSealed } from './sealed.ts';
import { statusRoutes } from './status.ts';
import { monitorTables } from './tables.ts';

export { whoPreparedHits } from './hit.ts';
export { loanActionsOfCases } from './loan-actions/after-cases.ts';

interface Beside {
  /** What later capabilities do in the commit that makes or moves a case. */
  readonly listeners: readonly CaseListener[];
}

export const monitors = ({ listeners }: Beside): Capability => ({
  name: 'monitors',
  migrations: new URL('./migrations/', import.meta.url),
  tables: monitorTables,
  sealed: monitorSealed,
  events: [...monitorEvents, ...femaDisaster.events],
  errors: { Monitors: monitorErrors },
  routes: () => [
    ...monitorRoutes,
    ...placeRoutes,
    ...requestRoutes,
    ...fileRoutes,
    ...statusRoutes,
    ...hitRoutes,
    ...actionRoutes,
    ...disasterRoutes,
  ],
  operations: () => [enrolling, readingFiles(listeners), waking],
  jobs: (tools) => [visitingJob(tools)],
  chores: (tools) => [visitingPlaces(tools)],
  duties: (tools) => [watchingPeople(tools)],
  dailySteps: [checkingDay(listeners), actingDay],
  checks: monitorChecks,
  erasing: [eraseMonitors],
});
