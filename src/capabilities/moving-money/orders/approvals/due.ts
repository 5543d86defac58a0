// When rows of this folder come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const dueApprovals = dueRows({ table: 'payment_approvals', column: 'due_at', subject: 'payment approval' });
