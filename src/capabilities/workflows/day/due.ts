// When items come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const dueItems = dueRows({ table: 'workflow_items', column: 'look_at', subject: 'workitem' });
