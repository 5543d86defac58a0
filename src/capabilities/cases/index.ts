// The door of cases: what somebody has to do about a borrower.

import type { Capability } from '#platform/capability.ts';
import type { TaskSource } from '#platform/task-source.ts';
import { collectionsCheck } from './collection/check-due.ts';
import { collectionsDay, type OverdueNotices } from './collection/collections-day.ts';
import { readMetrics } from './collection/metrics.ts';
import { watchingLoans } from './collection/watch-loans.ts';
import { companyCaseEvents } from './company/company-case.ts';
import { companyNoteRoutes, companyNoteWritten } from './company/notes.ts';
import { companyTaskChanged } from './company/task.ts';
import { companyTaskRoutes } from './company/task-routes.ts';
import { type CompanyCaseListener, companyCaseRoutes } from './company/write-company-case.ts';
import { eraseCases } from './erase-cases.ts';
import { caseErrors } from './errors.ts';
import { caseResources } from './event-resources.ts';
import { caseEvents } from './events.ts';
import { caseOfBorrower } from './named-case.ts';
import { noteEvents } from './notes/events.ts';
import { sensitiveNoteRead } from './notes/note.ts';
import { caseNoteRoutes } from './notes/routes.ts';
import { caseRoutes } from './routes.ts';
import { caseSealed } from './sealed.ts';
import { caseSearches } from './search-people.ts';
import { caseStates } from './states.ts';
import { caseTables } from './tables.ts';
import { taskEvents } from './tasks/events.ts';
import { listTasks } from './tasks/list-tasks.ts';
import { caseTaskRoutes } from './tasks/routes.ts';
import { taskStates } from './tasks/states.ts';
import { takingRoutes } from './tasks/take-tasks.ts';
import { caseViews } from './views.ts';
import type { CaseListener } from './write-case.ts';

export { caseOf, caseOutcome, caseResource, isOpen, mustBeOpen, touchCase } from './case.ts';
export {
  companyCaseEvents,
  companyCaseForConditions,
  companyCaseOf,
  companyCaseOfPath,
} from './company/company-case.ts';
export type { CompanyCaseRow } from './company/tables.ts';
export { type CompanyCaseListener, giveCompanyCase } from './company/write-company-case.ts';
export {
  bankruptciesOf,
  type ContactCase,
  caseForConditions,
  casesForConditions,
  casesOfContacted,
  casesToReport,
  fieldsOfCase,
} from './contact-cases.ts';
export { disputeCases } from './dispute-cases.ts';
export { caseErrors } from './errors.ts';
export { associationEvents, caseEvents } from './events.ts';
export { pageOfSubcases, type SubcasePlace, subcases, subcasesAfter } from './list-cases.ts';
export { moveAfter } from './move-after.ts';
export { type MovingContext, movingBy, movingInWork } from './moving-context.ts';
export { namedCase } from './named-case.ts';
export { noteEvents } from './notes/events.ts';
export { hasNote, sensitiveNoteRead, writeNote } from './notes/note.ts';
export { lifeOfCases } from './states.ts';
export type { CaseRow } from './tables.ts';
export { taskEvents, toldOfTask } from './tasks/events.ts';
export { openTask } from './tasks/task.ts';
export { whoLooksAfter } from './tasks/who-looks-after.ts';
export { type CaseListener, closeCase, type MovedCase, openCase, reviseCase, tellMoved } from './write-case.ts';

interface Beside {
  /** What later capabilities do in the commit that makes or moves a case. */
  readonly listeners: readonly CaseListener[];
  /** The same for cases of the company. */
  readonly companyListeners: readonly CompanyCaseListener[];
  /** What waits for somebody of the company elsewhere. */
  readonly taskSources: readonly TaskSource[];
  readonly overdueNotices: OverdueNotices;
}

export const cases = ({ listeners, companyListeners, taskSources, overdueNotices }: Beside): Capability => ({
  name: 'cases',
  migrations: new URL('./migrations/', import.meta.url),
  tables: caseTables,
  views: caseViews,
  sealed: caseSealed,
  errors: { Cases: caseErrors },
  events: [...caseEvents, ...taskEvents, ...noteEvents, ...companyCaseEvents, companyNoteWritten, companyTaskChanged],
  states: [caseStates, taskStates],
  permissions: [sensitiveNoteRead],
  resources: caseResources,
  resolvers: { case: caseOfBorrower },
  searches: caseSearches,
  dailySteps: [collectionsDay({ listeners, overdueNotices })],
  duties: (tools) => [watchingLoans(tools)],
  checks: [collectionsCheck],
  routes: ({ eventResources }) => [
    ...caseRoutes(listeners, eventResources),
    ...caseNoteRoutes,
    ...caseTaskRoutes,
    listTasks(taskSources),
    ...takingRoutes,
    ...companyCaseRoutes(companyListeners),
    ...companyNoteRoutes,
    ...companyTaskRoutes,
    readMetrics,
  ],
  erasing: [eraseCases],
});
