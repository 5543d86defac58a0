// The door of workflow types: what a company does step by step, written down before any of it runs.
import type { Capability } from '#platform/capability.ts';
import { workflowTypeNamed } from './definitions.ts';
import { exchangeRoutes } from './exchange/routes.ts';
import { pictureRoutes } from './picture.ts';
import { stepType } from './resources/step-type.ts';
import { workflowType } from './resources/workflow-type.ts';
import { workitemType } from './resources/workitem-type.ts';
import { workflowTypeTables } from './tables.ts';

export { itemsContext } from './contexts.ts';
export type {
  ItemDefinition,
  StepDefinition,
  WorkflowDefinition,
} from './definition.ts';
export { definitionById, definitionFor, workflowFitsCases } from './definitions.ts';
export { type DrawnState, type DrawnStates, type DrawnStatus, drawWorkflow } from './draw-workflow.ts';
export {
  ApprovalTask,
  Assignee,
  AutomaticTask,
  CallTask,
  DocumentTask,
  type Time,
  WaitTask,
} from './item-schemas.ts';
export { whyBorrower } from './needs-borrower.ts';
export {
  type Action,
  type ItemKind,
  itemKinds,
} from './words.ts';

export const workflowTypes: Capability = {
  name: 'workflow-types',
  migrations: new URL('./migrations/', import.meta.url),
  tables: workflowTypeTables,
  events: [...workflowType.events, ...stepType.events, ...workitemType.events],
  resolvers: { 'workflow type': workflowTypeNamed },
  routes: () => [
    ...workflowType.endpoints,
    ...pictureRoutes,
    ...exchangeRoutes,
    ...stepType.endpoints,
    ...workitemType.endpoints,
  ],
};
