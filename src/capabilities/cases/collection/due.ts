// When the day looks at borrowers: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const dueWatches = dueRows({
  table: 'collection_watches',
  column: 'look_at',
  id: 'person_id',
  subject: 'borrower',
});
