// When rows of this folder come due: for their day, and for the doctor.
import { dueRows } from '#platform/work/due-rows.ts';

export const dueEntries = dueRows({
  table: 'ach_entries',
  column: 'leaves_at',
  id: 'attempt_id',
  subject: 'ACH entry',
});

export const dueFiles = dueRows({ table: 'ach_files', column: 'act_at', subject: 'ACH file' });

export const dueAnswers = dueRows({
  table: 'ach_awaited',
  column: 'due_at',
  id: 'file_id',
  subject: 'acknowledgement of an ACH file',
});
