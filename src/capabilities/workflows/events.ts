// What happens to workflows.
import { itemKinds } from '#capabilities/workflow-types/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { type EventKind, eventsAbout } from '#platform/events/event-kind.ts';
import { Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { isOfCompany } from './run/whose.ts';
import type { ItemRow, StepRow, WorkflowRow } from './tables.ts';
import { itemOutcomes, itemStatuses, stepStatuses, workflowStatuses } from './words.ts';

const id = Text({ max: 12 });
const fields = { workflowId: id, workflowTypeId: id, workflowStatus: StringEnum(workflowStatuses) };
const ofItem = {
  stepId: id,
  workitemId: id,
  workitemTypeId: id,
  kind: StringEnum(itemKinds),
  workitemStatus: StringEnum(itemStatuses),
  workitemOutcome: Nullable(StringEnum(itemOutcomes)),
};
const tells = {
  tellsEmployeeId: Nullable(id),
  tellsUserId: Nullable(id),
  tellsTeamId: Nullable(id),
  tellsRoleId: Nullable(id),
};
const asking = Nullable(Text({ max: 40, description: 'Which asking it is: an answer may name it.' }));

/** What happens to the workflows of borrowers, or to those of the company: the same, told of another subject. */
function kindsAbout(subject: EventKind['subject'], prefix: string, own: typeof fields, whose: string) {
  const about = eventsAbout(subject, own);
  const named = (name: string) => `${prefix}workflow.${name}`;
  return {
    started: about(named('started'), `A case${whose} began to go through a workflow.`),
    ended: about(named('ended'), `A workflow${whose} was completed or canceled.`),
    stepChanged: about(named('step.changed'), `A step of a workflow${whose} was begun, left or skipped.`, {
      stepId: id,
      stepTypeId: id,
      stepStatus: StringEnum(stepStatuses),
    }),
    itemChanged: about(
      named('workitem.changed'),
      `A workitem${whose} was opened, taken, given to somebody else, completed, skipped or canceled, or has failed.`,
      ofItem,
    ),
    itemLate: about(
      named('workitem.late'),
      `A workitem${whose} was not done in time: whoever has it is told, or whom its type names.`,
      { ...ofItem, ...tells },
    ),
    itemAsked: about(
      named('workitem.asked'),
      `A workitem${whose} asks the receiver of your webhooks, and waits for the answer at \`POST /workflow-workitems/{workitemId}/answer\`.`,
      {
        ...ofItem,
        call: Text({ max: 100, description: 'What is asked, as the type of the workitem names it.' }),
        asking,
      },
    ),
  };
}

const fieldsOfCompany = { ...fields, companyCaseId: id };

export const ofBorrowers = kindsAbout('person', '', fields, '');
export const ofCompany = kindsAbout('company', 'companycase.', fieldsOfCompany, ' of the company');

export const workflowEvents: readonly EventKind[] = Object.values(ofBorrowers);
export const companyWorkflowEvents: readonly EventKind[] = Object.values(ofCompany);

const kindsOf = (row: WorkflowRow): typeof ofBorrowers => (isOfCompany(row) ? ofCompany : ofBorrowers);

type Emitting = Pick<CommandContext, 'emit'>;

function toldOf(row: WorkflowRow) {
  const { id: workflowId, workflow_type_id: workflowTypeId, status: workflowStatus, case_id: companyCaseId } = row;
  const told = { workflowId, workflowTypeId, workflowStatus };
  return isOfCompany(row) ? { ...told, companyCaseId } : told;
}

/** What is about the company names its case itself. */
const aboutCase = (row: WorkflowRow) => (isOfCompany(row) ? {} : { about: { caseId: row.case_id } });

export const tellWorkflow = ({ emit }: Emitting, row: WorkflowRow): void => {
  const { started, ended } = kindsOf(row);
  emit(row.status === 'running' ? started : ended, row.owner_id, toldOf(row), aboutCase(row));
};

export const tellStep = ({ emit }: Emitting, workflow: WorkflowRow, row: StepRow): void => {
  const told = { ...toldOf(workflow), stepId: row.id, stepTypeId: row.step_type_id, stepStatus: row.status };
  emit(kindsOf(workflow).stepChanged, row.owner_id, told, aboutCase(workflow));
};

export const tellItem = ({ emit }: Emitting, workflow: WorkflowRow, row: ItemRow): void =>
  emit(kindsOf(workflow).itemChanged, row.owner_id, toldOfItem(workflow, row), aboutCase(workflow));

/** Whom it is told. */
type Tells = Record<keyof typeof tells, string | null>;

export const tellLate = ({ emit }: Emitting, workflow: WorkflowRow, row: ItemRow, whom: Tells): void =>
  emit(kindsOf(workflow).itemLate, row.owner_id, { ...toldOfItem(workflow, row), ...whom }, aboutCase(workflow));

export const tellAsked = ({ emit }: Emitting, workflow: WorkflowRow, row: ItemRow, call: string): void => {
  const told = { ...toldOfItem(workflow, row), call, asking: row.made_id };
  emit(kindsOf(workflow).itemAsked, row.owner_id, told, aboutCase(workflow));
};

const toldOfItem = (workflow: WorkflowRow, row: ItemRow) => ({
  ...toldOf(workflow),
  stepId: row.step_id,
  workitemId: row.id,
  workitemTypeId: row.workitem_type_id,
  kind: row.kind,
  workitemStatus: row.status,
  workitemOutcome: row.outcome,
});
