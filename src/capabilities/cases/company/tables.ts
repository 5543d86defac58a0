import type { CaseStatus } from '#capabilities/case-types/index.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defineTable, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';
import type { TaskRow } from '../tasks/tables.ts';

/** Base types of what may be about no borrower. */
export const companyCaseTypes = ['generic', 'legalAction', 'federalEmergency'] as const;

/** They are few, and belong to no person with whom they could lie. */
export const companyCases = defineTable('company_cases', onCoordinator, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  case_type: as<(typeof companyCaseTypes)[number]>('text'),
  case_type_id: 'text?',
  name: 'text',
  status: as<CaseStatus>('text'),
  status_updated_at: 'instant',
  outcome: 'text?',
  due_at: 'instant',
  owning_employee_id: 'text?',
  owning_team_id: 'text?',
  details_sealed: 'bytes',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const companyCaseNotes = defineTable('company_case_notes', onCoordinator, {
  id: 'text',
  company_case_id: 'text',
  company_id: 'company',
  position: 'bigint',
  important: 'bool',
  sensitive_data: 'bool',
  content_sealed: 'bytes',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
});

export const companyTaskKinds = ['escalation', 'scheduledCall'] as const;

export const companyCaseTasks = defineTable('company_case_tasks', onCoordinator, {
  id: 'text',
  company_case_id: 'text',
  company_id: 'company',
  position: 'bigint',
  kind: as<(typeof companyTaskKinds)[number]>('text'),
  status: as<TaskRow['status']>('text'),
  due_at: 'instant',
  assigned_employee_id: 'text?',
  assigned_team_id: 'text?',
  reason_sealed: 'bytes?',
  taken_by_id: 'text?',
  taken_until: 'instant?',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  ended_at: 'instant?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type CompanyCaseRow = RowOf<typeof companyCases>;
export type CompanyNoteRow = RowOf<typeof companyCaseNotes>;
export type CompanyTaskRow = RowOf<typeof companyCaseTasks>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    company_cases: Stored<typeof companyCases>;
    company_case_notes: Stored<typeof companyCaseNotes>;
    company_case_tasks: Stored<typeof companyCaseTasks>;
  }
}
