// When tape types come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const dueTapeTypes = dueRows({ table: 'loan_tape_types', column: 'next_run_at', subject: 'loan tape type' });
