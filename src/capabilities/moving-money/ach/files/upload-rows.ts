import { claimedRows } from '#platform/work/claimed/claimed-rows.ts';

/** Files as workers claim them to leave them with their banks. While payments are stopped they wait. */
export const uploadRows = claimedRows({
  name: 'ach_uploads',
  job: 'ach.upload',
  table: 'ach_files',
  named: ['id'],
  alarmTries: 4,
  why: 'last_error',
  resting: 'money_switches where stopped_at is not null',
});
