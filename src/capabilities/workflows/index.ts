// The door of workflows: what cases go through, step by step.
import type { CaseListener } from '#capabilities/cases/index.ts';
import type { Capability } from '#platform/capability.ts';
import { workflowChecks } from './check-due.ts';
import { workflowDay } from './day/workflow-day.ts';
import { eraseWorkflows } from './erase-workflows.ts';
import { workflowErrors } from './errors.ts';
import { companyWorkflowEvents, workflowEvents } from './events.ts';
import { makingPapers } from './papers/making-papers.ts';
import { workflowRoutes } from './routes.ts';
import { workflowSealed } from './sealed.ts';
import { itemStates, workflowStates } from './states.ts';
import { workflowTables } from './tables.ts';
import { watchingEvents } from './watch-events.ts';

export { workflowsOfCases, workflowsOfCompanyCases } from './by-case.ts';
export { waitingWorkitems } from './waiting.ts';

interface Beside {
  /** What others do in the commit that changes a case. */
  readonly listeners: readonly CaseListener[];
}

export const workflows = ({ listeners }: Beside): Capability => ({
  name: 'workflows',
  migrations: new URL('./migrations/', import.meta.url),
  tables: workflowTables,
  sealed: workflowSealed,
  errors: { Workflows: workflowErrors },
  events: [...workflowEvents, ...companyWorkflowEvents],
  states: [workflowStates, itemStates],
  routes: workflowRoutes,
  dailySteps: [workflowDay(listeners)],
  duties: (tools) => [watchingEvents(tools)],
  claimed: [makingPapers],
  checks: workflowChecks,
  erasing: [eraseWorkflows],
});
