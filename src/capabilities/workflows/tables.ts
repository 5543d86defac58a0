import type { ItemKind } from '#capabilities/workflow-types/index.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { byKey, bySubject } from '#platform/db/tables.ts';
import { claimedColumns } from '#platform/work/claimed/claimed-rows.ts';
import type { ItemOutcome, ItemStatus, MoveReason, MoveVerb, StepStatus, WorkflowStatus } from './words.ts';

/** The owner is the borrower of the case, or the company where the case is of none. */
export const workflows = defineTable('workflows', bySubject('owner_id'), {
  owner_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  case_id: 'text',
  workflow_type_id: 'text',
  type_number: 'int',
  name: 'text',
  status: as<WorkflowStatus>('text'),
  step_id: 'text?',
  visits: json<Readonly<Record<string, number>>>(),
  outcomes: json<Readonly<Record<string, ItemOutcome>>>(),
  forms_sealed: 'bytes?',
  reason: as<MoveReason | null>('text?'),
  given_by_ids: 'texts',
  approved_loan_ids: 'texts?',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  ended_at: 'instant?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const workflowSteps = defineTable('workflow_steps', bySubject('owner_id'), {
  owner_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  workflow_id: 'text',
  step_type_id: 'text',
  name: 'text',
  visit: 'int',
  status: as<StepStatus>('text'),
  reason: as<MoveReason | null>('text?'),
  ended_at: 'instant?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const workflowItems = defineTable('workflow_items', bySubject('owner_id'), {
  owner_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  workflow_id: 'text',
  step_id: 'text',
  case_id: 'text',
  workitem_type_id: 'text',
  key: 'text',
  name: 'text',
  kind: as<ItemKind>('text'),
  is_required: 'bool',
  status: as<ItemStatus>('text'),
  outcome: as<ItemOutcome | null>('text?'),
  assigned_employee_id: 'text?',
  assigned_user_id: 'text?',
  assigned_team_id: 'text?',
  assigned_role_id: 'text?',
  is_of_owner: 'bool',
  assigned_by_ids: 'texts',
  taken_by_id: 'text?',
  taken_until: 'instant?',
  late_at: 'instant?',
  next_late_at: 'instant?',
  is_late: 'bool',
  acts_at: 'instant?',
  look_at: 'instant?',
  waits_for: 'text?',
  tries: 'int',
  error_type: 'text?',
  made_id: 'text?',
  needs_preview: 'bool',
  preview_sealed: 'bytes?',
  details_sealed: 'bytes?',
  ended_by_type: as<Actor['type'] | null>('text?'),
  ended_by_id: 'text?',
  ended_at: 'instant?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const workflowMoves = defineTable('workflow_moves', bySubject('owner_id'), {
  owner_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  workflow_id: 'text',
  step_id: 'text?',
  workitem_id: 'text?',
  verb: as<MoveVerb>('text'),
  reason: as<MoveReason | null>('text?'),
  words_sealed: 'bytes?',
  actor_type: as<Actor['type']>('text'),
  actor_id: 'text?',
  created_at: 'instant',
});

/** Documents that automatic items have asked for, until they are made outside of transactions. */
export const workflowPapers = defineTable('workflow_papers', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  last_failure: 'text?',
  ...claimedColumns,
});

const workflowPlaces = defineTable('workflow_places', byKey('id'), {
  id: 'text',
  company_id: 'company',
  owner_id: 'text',
});

export type WorkflowRow = RowOf<typeof workflows>;
export type StepRow = RowOf<typeof workflowSteps>;
export type ItemRow = RowOf<typeof workflowItems>;
export type MoveRow = RowOf<typeof workflowMoves>;
export type PaperRow = RowOf<typeof workflowPapers>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    workflows: Stored<typeof workflows>;
    workflow_steps: Stored<typeof workflowSteps>;
    workflow_items: Stored<typeof workflowItems>;
    workflow_moves: Stored<typeof workflowMoves>;
    workflow_papers: Stored<typeof workflowPapers>;
    workflow_places: Stored<typeof workflowPlaces>;
  }
}

export const workflowTables = tablesByName(
  workflows,
  workflowSteps,
  workflowItems,
  workflowMoves,
  workflowPapers,
  workflowPlaces,
);
