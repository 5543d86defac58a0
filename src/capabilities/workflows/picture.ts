// The picture of a workflow that runs: that of its type, with what became of each step and item, in words too.
import Type from 'typebox';
import {
  type DrawnState,
  type DrawnStates,
  type DrawnStatus,
  drawWorkflow,
} from '#capabilities/workflow-types/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { workflowOfPath } from './find.ts';
import { definitionOf, itemsOfWorkflow, stepsOf } from './run/load.ts';
import type { ItemRow, StepRow } from './tables.ts';
import type { ItemStatus, StepStatus } from './words.ts';

export const picture = endpoint({
  name: 'workflows.picture',
  path: '/workflows/{workflowId}/picture',
  summary: 'Draw a workflow',
  description:
    'Its type as SVG, coloured by what became of each step and item, which words say too: a program that reads pages aloud finds a list of the steps.',
  permission: 'workflow:read',
  subject: workflowOfPath,
  shape: 'page',
  contentType: 'image/svg+xml',
  answer: Type.String(),
  async read({ reader }, _input, { row }) {
    const [definition, steps, items] = await Promise.all([
      definitionOf(reader, row),
      reader.rows(stepsOf(reader, row.owner_id).where('workflow_id', '=', row.id).orderBy('position')),
      reader.rows(itemsOfWorkflow(reader, row).orderBy('position')),
    ]);
    return { body: drawWorkflow(definition, statesOf(steps as StepRow[], items as ItemRow[])) };
  },
});

/** What was visited twice is shown as it was the last time. */
const statesOf = (steps: readonly StepRow[], items: readonly ItemRow[]): DrawnStates => ({
  steps: Object.fromEntries(steps.map((row) => [row.step_type_id, stateOfStep(row)])),
  items: Object.fromEntries(items.map((row) => [row.workitem_type_id, stateOfItem(row)])),
});

const drawnStep: Readonly<Record<StepStatus, DrawnStatus>> = {
  current: 'open',
  completed: 'done',
  skipped: 'passedOver',
  canceled: 'passedOver',
};

const stateOfStep = ({ status, visit }: StepRow): DrawnState => ({
  status: drawnStep[status],
  words: visit === 1 ? status : `${status}, visit ${visit}`,
});

const drawnItem: Readonly<Record<ItemStatus, DrawnStatus>> = {
  open: 'open',
  waiting: 'open',
  acting: 'open',
  failed: 'failed',
  completed: 'done',
  skipped: 'passedOver',
  canceled: 'passedOver',
};

const stateOfItem = ({ status, outcome, is_late: isLate }: ItemRow): DrawnState => {
  const isEnded = outcome !== null;
  const words = isEnded && outcome !== status ? `${status}: ${outcome}` : status;
  return isLate && !isEnded ? { status: 'late', words: `${words}, late` } : { status: drawnItem[status], words };
};
