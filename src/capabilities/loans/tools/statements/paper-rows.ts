// A version waits for its paper from the commit in which it is made. Whoever sets papers takes these rows, and writes the
// document by `writeDocument`.
import { claimedRows } from '#platform/work/claimed/claimed-rows.ts';

export const statementPaperRows = claimedRows({
  name: 'statement papers',
  job: 'statements.setPaper',
  table: 'loan_statements',
  named: ['person_id', 'id'],
  alarmTries: 5,
});
