// Checks for `tenor doctor` whether campaigns run when they are due, and whether their files reach the hosts.
import { claimedWorkCheck } from '#platform/doctor/backlog.ts';
import { counted } from '#platform/doctor/check.ts';
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueCampaigns } from './due.ts';
import { waitingFiles } from './places/waiting-files.ts';

const filesCheck = claimedWorkCheck({
  name: 'files of campaigns',
  rows: waitingFiles,
  fine: 'No file of a campaign waits for too long.',
  late: (mode) => `A file of a campaign of ${mode} has waited to be left`,
  inVain: (count, mode) => `${counted(count, 'file')} of campaigns of ${mode} reached no host`,
  remedy: 'Look at the host of the campaign and at its login, and whether a worker runs; the run says more.',
});

export const campaignChecks = [overdueCheck('campaigns', dueCampaigns), filesCheck];
