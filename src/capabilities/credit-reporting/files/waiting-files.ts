// Files that are to be left with their agencies, as workers claim them.
import { claimedRows } from '#platform/work/claimed/claimed-rows.ts';
import '../tables.ts';

export const waitingCreditFiles = claimedRows({
  name: 'credit_files',
  job: 'credit-reporting.leave',
  table: 'credit_files',
  named: ['id'],
  alarmTries: 3,
  why: 'last_failure',
});
