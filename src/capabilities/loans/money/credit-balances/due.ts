// When rows of this folder come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const dueCredits = dueRows({
  table: 'credit_refunds',
  column: 'look_at',
  id: 'loan_id',
  subject: 'credit of a borrower',
});

export const dueRequests = dueRows({
  table: 'credit_refund_requests',
  column: 'look_at',
  subject: 'request for a credit',
});
