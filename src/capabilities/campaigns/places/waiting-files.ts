// Runs whose files are to be left at a host, as workers claim them.
import { claimedRows } from '#platform/work/claimed/claimed-rows.ts';
import '../tables.ts';

export const waitingFiles = claimedRows({
  name: 'campaign_files',
  job: 'campaigns.leave',
  table: 'campaign_runs',
  named: ['id'],
  alarmTries: 3,
  why: 'last_failure',
});
