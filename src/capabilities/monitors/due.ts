// When the day looks at a borrower: for its step, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const dueChecks = dueRows({
  table: 'monitoring_statuses',
  column: 'next_check_at',
  subject: 'monitoring status',
});
