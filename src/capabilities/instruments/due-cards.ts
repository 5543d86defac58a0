// When rows of this folder come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const dueCards = dueRows({ table: 'payment_instruments', column: 'look_at', subject: 'card' });
