// When messages that wait come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const dueMessages = dueRows({ table: 'outgoing_messages', column: 'act_at', subject: 'outgoing message' });
