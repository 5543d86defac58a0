// When rows of this folder come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const dueDoNotInteracts = dueRows({ table: 'do_not_interacts', column: 'ends_at', subject: 'do-not-interact' });
