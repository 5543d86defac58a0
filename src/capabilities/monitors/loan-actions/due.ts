// When the day does what a hit asks of a loan: for its step, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const dueActions = dueRows({ table: 'monitor_actions', column: 'act_at', subject: 'action of a monitor' });
