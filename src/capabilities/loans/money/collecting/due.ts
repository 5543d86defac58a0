// When rows of this folder come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const duePayments = dueRows({ table: 'transactions', column: 'release_at', subject: 'scheduled payment' });
