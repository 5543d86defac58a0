// When rows of this folder come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const dueStatements = dueRows({
  table: 'statement_turns',
  column: 'act_at',
  id: 'loan_id',
  subject: 'loan with a statement to make',
});
