// When rows of this folder come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const duePromises = dueRows({ table: 'promise_plans', column: 'act_at', subject: 'promise to pay' });
