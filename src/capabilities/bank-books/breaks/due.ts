// When rows of this folder come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const agingBreaks = dueRows({ table: 'payment_breaks', column: 'ages_at', subject: 'break that grows old' });
