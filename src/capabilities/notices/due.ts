// When rows of this folder come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const duePending = dueRows({ table: 'pending_notices', column: 'due_at', id: 'once_key', subject: 'notice' });

export const dueRepayments = dueRows({
  table: 'repayment_notifications',
  column: 'run_at',
  subject: 'repayment notification',
});
