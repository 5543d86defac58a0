// What lies in a folder that others write, by name, size and time.
import { defineTable, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';

const fileFetches = defineTable('file_fetches', onCoordinator, {
  company_id: 'company',
  place_id: 'text',
  mark: 'text',
  seen_at: 'instant',
  fetched_at: 'instant?',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    file_fetches: Stored<typeof fileFetches>;
  }
}

export const filePlaceTables = tablesByName(fileFetches);
