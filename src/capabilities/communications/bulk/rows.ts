// Bulk sendings as workers claim them, and when those that wait come due.
import { claimedRows } from '#platform/work/claimed/claimed-rows.ts';
import { dueRows } from '#platform/work/due-rows.ts';
import './tables.ts';

export const bulkSendingRows = claimedRows({
  name: 'bulk_sendings',
  job: 'communications.bulk',
  table: 'bulk_sendings',
  named: ['id'],
  alarmTries: 4,
  why: 'last_failure',
});

export const dueBulkSendings = dueRows({ table: 'bulk_sendings', column: 'act_at', subject: 'bulk sending' });
