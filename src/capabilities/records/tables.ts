import type { Actor } from '#platform/actor.ts';
import { as, defineTable, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject, reference } from '#platform/db/tables.ts';

type Activity = 'active' | 'inactive';

export const noteTypes = defineTable('note_types', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  name: 'text',
  description: 'text?',
  status: as<Activity>('text'),
  created_at: 'instant',
  updated_at: 'instant?',
});

export const notes = defineTable('notes', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  loan_id: 'text?',
  note_type_id: 'text?',
  details_sealed: 'bytes?',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    note_types: Stored<typeof noteTypes>;
    notes: Stored<typeof notes>;
  }
}

export const recordTables = tablesByName(noteTypes, notes);
