import type { BaseCaseType, CaseStatus } from '#capabilities/case-types/index.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defaulted, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import { collectionWatches } from './collection/tables.ts';
import { companyCaseNotes, companyCases, companyCaseTasks } from './company/tables.ts';
import { caseNotes } from './notes/tables.ts';
import { caseTasks } from './tasks/tables.ts';

export const cases = defineTable('cases', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  case_type: as<BaseCaseType>('text'),
  case_type_id: 'text?',
  name: 'text',
  status: as<CaseStatus>('text'),
  status_updated_at: 'instant',
  outcome: 'text?',
  notice_sent_date: 'date?',
  received_date: 'date?',
  due_date: 'date?',
  due_date_extended: 'bool',
  owning_employee_id: 'text?',
  owning_team_id: 'text?',
  loan_ids: 'texts',
  purchase_id: 'text?',
  purchase_dispute_id: 'text?',
  supercase_id: 'text?',
  details_sealed: 'bytes?',
  search_tokens: defaulted('tokens'),
  last_viewed_at: 'instant?',
  last_subresource_updated_at: 'instant?',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type CaseRow = RowOf<typeof cases>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    cases: Stored<typeof cases>;
  }
}

export const caseTables = tablesByName(
  cases,
  caseTasks,
  caseNotes,
  collectionWatches,
  companyCases,
  companyCaseNotes,
  companyCaseTasks,
);
