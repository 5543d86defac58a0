// When the files of agencies come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const dueAgencies = dueRows({ table: 'credit_agencies', column: 'next_file_at', subject: 'credit agency' });
