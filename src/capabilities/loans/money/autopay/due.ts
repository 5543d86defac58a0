// When rows of this folder come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const duePlans = dueRows({ table: 'autopay_plans', column: 'next_action_at', subject: 'plan of autopay' });
