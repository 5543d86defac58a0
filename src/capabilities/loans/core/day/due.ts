// When rows of this folder come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

/** The standing of a loan has the instant at which something happens to it next. */
export const dueLoans = dueRows({ table: 'loan_standing', column: 'next_action_at', id: 'loan_id', subject: 'loan' });
