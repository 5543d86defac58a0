// When rows of this folder come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

/** The row of a loan has the instant at which something happens to it next. */
export const dueLoans = dueRows({ table: 'loans', column: 'next_action_at', subject: 'loan' });
