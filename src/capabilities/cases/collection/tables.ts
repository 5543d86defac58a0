import { defineTable, type Stored } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';

/** Borrowers of whom something changed that a collection case may follow from. */
export const collectionWatches = defineTable('collection_watches', bySubject('person_id'), {
  person_id: 'text',
  company_id: 'company',
  look_at: 'instant?',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    collection_watches: Stored<typeof collectionWatches>;
  }
}
