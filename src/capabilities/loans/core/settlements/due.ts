// When rows of this folder come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const dueSettlements = dueRows({ table: 'loan_settlements', column: 'act_at', subject: 'settlement' });
