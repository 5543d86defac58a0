// What happens to workflows.
import { itemKinds } from '#capabilities/workflow-types/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { eventsAbout } from '#platform/events/event-kind.ts';
import { Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import type { ItemRow, StepRow, WorkflowRow } from './tables.ts';
import { itemOutcomes, itemStatuses, stepStatuses, workflowStatuses } from './words.ts';

const id = Text({ max: 12 });
const fields = { workflowId: id, workflowTypeId: id, workflowStatus: StringEnum(workflowStatuses) };
const about = eventsAbout('person', fields);

export const workflowStarted = about('workflow.started', 'A case began to go through a workflow.');
export const workflowEnded = about('workflow.ended', 'A workflow was completed or canceled.');
export const stepChanged = about('workflow.step.changed', 'A step of a workflow was begun, left or skipped.', {
  stepId: id,
  stepTypeId: id,
  stepStatus: StringEnum(stepStatuses),
});
const ofItem = {
  stepId: id,
  workitemId: id,
  workitemTypeId: id,
  kind: StringEnum(itemKinds),
  workitemStatus: StringEnum(itemStatuses),
  workitemOutcome: Nullable(StringEnum(itemOutcomes)),
};
export const itemChanged = about(
  'workflow.workitem.changed',
  'A workitem was opened, taken, given to somebody else, completed, skipped or canceled, or has failed.',
  ofItem,
);
const tells = {
  tellsEmployeeId: Nullable(id),
  tellsUserId: Nullable(id),
  tellsTeamId: Nullable(id),
  tellsRoleId: Nullable(id),
};
const itemLate = about(
  'workflow.workitem.late',
  'A workitem was not done in time: whoever has it is told, or whom its type names.',
  { ...ofItem, ...tells },
);

const asking = Nullable(Text({ max: 40, description: 'Which asking it is: an answer may name it.' }));

const itemAsked = about(
  'workflow.workitem.asked',
  'A workitem asks the receiver of your webhooks, and waits for the answer at `POST /workflow-workitems/{workitemId}/answer`.',
  { ...ofItem, call: Text({ max: 100, description: 'What is asked, as the type of the workitem names it.' }), asking },
);

export const workflowEvents = [workflowStarted, workflowEnded, stepChanged, itemChanged, itemLate, itemAsked];

type Emitting = Pick<CommandContext, 'emit'>;

const toldOf = ({ id: workflowId, workflow_type_id: workflowTypeId, status: workflowStatus }: WorkflowRow) => ({
  workflowId,
  workflowTypeId,
  workflowStatus,
});

const aboutCase = ({ case_id: caseId }: WorkflowRow) => ({ about: { caseId } });

export const tellWorkflow = ({ emit }: Emitting, row: WorkflowRow): void =>
  emit(row.status === 'running' ? workflowStarted : workflowEnded, row.person_id, toldOf(row), aboutCase(row));

export const tellStep = ({ emit }: Emitting, workflow: WorkflowRow, row: StepRow): void => {
  const told = { ...toldOf(workflow), stepId: row.id, stepTypeId: row.step_type_id, stepStatus: row.status };
  emit(stepChanged, row.person_id, told, aboutCase(workflow));
};

export const tellItem = ({ emit }: Emitting, workflow: WorkflowRow, row: ItemRow): void =>
  emit(itemChanged, row.person_id, toldOfItem(workflow, row), aboutCase(workflow));

/** Whom it is told. */
type Tells = Record<keyof typeof tells, string | null>;

export const tellLate = ({ emit }: Emitting, workflow: WorkflowRow, row: ItemRow, whom: Tells): void =>
  emit(itemLate, row.person_id, { ...toldOfItem(workflow, row), ...whom }, aboutCase(workflow));

export const tellAsked = ({ emit }: Emitting, workflow: WorkflowRow, row: ItemRow, call: string): void =>
  emit(itemAsked, row.person_id, { ...toldOfItem(workflow, row), call, asking: row.made_id }, aboutCase(workflow));

const toldOfItem = (workflow: WorkflowRow, row: ItemRow) => ({
  ...toldOf(workflow),
  stepId: row.step_id,
  workitemId: row.id,
  workitemTypeId: row.workitem_type_id,
  kind: row.kind,
  workitemStatus: row.status,
  workitemOutcome: row.outcome,
});
