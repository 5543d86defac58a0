import type { Actor } from '#platform/actor.ts';
import { as, defineTable, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';

export const noteCategories = [
  'generic',
  'escalationCreateReason',
  'escalationUpdateReason',
  'escalationCancelReason',
] as const;

export const noteStatuses = ['active', 'inactive'] as const;

export const caseNotes = defineTable('case_notes', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  case_id: 'text',
  company_id: 'company',
  position: 'bigint',
  category: as<(typeof noteCategories)[number]>('text'),
  status: as<(typeof noteStatuses)[number]>('text'),
  important: 'bool',
  pinned: 'bool',
  archived: 'bool',
  sensitive_data: 'bool',
  taskable_instruction: 'bool',
  supercase_note_id: 'text?',
  content_sealed: 'bytes?',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type NoteRow = RowOf<typeof caseNotes>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    case_notes: Stored<typeof caseNotes>;
  }
}
