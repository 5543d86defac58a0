import type { CustomFieldSchema } from '#capabilities/case-types/index.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { reference } from '#platform/db/tables.ts';
import { versionedColumns } from '#platform/resource/versioned-fields.ts';
import type { ExitRule, WorkflowDefinition } from './definition.ts';
import type {
  ApprovalTask,
  Assignee,
  AutomaticTask,
  CallTask,
  DocumentTask,
  Retry,
  Time,
  WaitTask,
  WhenLate,
} from './item-schemas.ts';
import type { WorkflowStep } from './step-schemas.ts';
import type { ItemKind } from './words.ts';

const named = {
  ...versionedColumns,
  external_id: 'text?',
  name: 'text',
  description: 'text',
  makers: 'texts',
} as const;

export const workflowTypes = defineTable('workflow_types', reference, {
  ...named,
  steps: json<readonly WorkflowStep[]>(),
});

export const stepTypes = defineTable('workflow_step_types', reference, {
  ...named,
  workitem_type_ids: 'texts',
  entry_condition: 'text?',
  exit_rule: json<ExitRule>(),
});

export const workitemTypes = defineTable('workflow_workitem_types', reference, {
  ...named,
  key: 'text',
  kind: as<ItemKind>('text'),
  is_required: 'bool',
  assignee: json<Assignee>(),
  due: json<Time | null>('json?'),
  when_late: json<WhenLate | null>('json?'),
  retry: json<Retry | null>('json?'),
  checklist: json<readonly string[] | null>('json?'),
  form: json<readonly CustomFieldSchema[] | null>('json?'),
  document: json<DocumentTask | null>('json?'),
  call: json<CallTask | null>('json?'),
  approval: json<ApprovalTask | null>('json?'),
  automatic: json<AutomaticTask | null>('json?'),
  wait: json<WaitTask | null>('json?'),
});

const workflowDefinitions = defineTable('workflow_definitions', reference, {
  workflow_type_id: 'text',
  company_id: 'company',
  part_type_ids: 'texts',
  definition: json<WorkflowDefinition>(),
});

export type WorkflowTypeRow = RowOf<typeof workflowTypes>;
export type StepTypeRow = RowOf<typeof stepTypes>;
export type WorkitemTypeRow = RowOf<typeof workitemTypes>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    workflow_types: Stored<typeof workflowTypes>;
    workflow_step_types: Stored<typeof stepTypes>;
    workflow_workitem_types: Stored<typeof workitemTypes>;
    workflow_definitions: Stored<typeof workflowDefinitions>;
  }
}

/** Written a few times a year. */
export const workflowTypeTables = tablesByName(workflowTypes, stepTypes, workitemTypes, workflowDefinitions);
