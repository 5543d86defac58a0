// When rows of this folder come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const dueOrders = dueRows({ table: 'payment_attempts', column: 'act_at', subject: 'order' });
