import { claimedRows } from '#platform/work/claimed/claimed-rows.ts';

/** Files that came in, as workers claim them to read them. */
export const readingRows = claimedRows({
  name: 'ach_readings',
  job: 'ach.read',
  table: 'ach_readings',
  named: ['id'],
  alarmTries: 4,
});
