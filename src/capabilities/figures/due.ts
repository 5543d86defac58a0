// When rows of this folder come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const monthsToClose = dueRows({
  table: 'month_end_places',
  column: 'close_at',
  id: 'company_id',
  subject: 'month of the figures',
});
