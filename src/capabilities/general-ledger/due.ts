// When rows of this folder come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const daysToClose = dueRows({
  table: 'general_ledgers',
  column: 'close_at',
  id: 'company_id',
  subject: 'general ledger',
});
