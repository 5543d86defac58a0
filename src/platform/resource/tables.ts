// External ids, and the places of deleted objects in lists; migrations/0001-platform.sql makes the tables.
import { defineTable, json, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { byKey, bySubject } from '#platform/db/tables.ts';

const deletedPositions = defineTable('deleted_positions', bySubject('subject_id'), {
  subject_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  sort_values: json<Record<string, unknown>>(),
});

const externalIds = defineTable('external_ids', byKey('external_id'), {
  external_id: 'text',
  company_id: 'company',
  kind: 'text',
  subject_id: 'text',
  object_id: 'text',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    deleted_positions: Stored<typeof deletedPositions>;
    external_ids: Stored<typeof externalIds>;
  }
}

export const resourceTables = tablesByName(deletedPositions, externalIds);
