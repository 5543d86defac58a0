import type { CaseStatus } from '#capabilities/case-types/index.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defineTable, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';

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

export type CompanyCaseRow = RowOf<typeof companyCases>;
export type CompanyNoteRow = RowOf<typeof companyCaseNotes>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    company_cases: Stored<typeof companyCases>;
    company_case_notes: Stored<typeof companyCaseNotes>;
  }
}
