// Checks for `tenor doctor` whether campaigns run when they are due, and whether their files reach the hosts.
import { modes } from '#platform/db/realm.ts';
import { lateIn, workInVain } from '#platform/doctor/backlog.ts';
import { type Check, counted, type Finding, type InspectedDatabase, orFine, warning } from '#platform/doctor/check.ts';
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueCampaigns } from './due.ts';
import { waitingFiles } from './places/waiting-files.ts';

const remedy = 'Look at the host of the campaign and at its login, and whether a worker runs; the run says more.';

const filesCheck: Check<InspectedDatabase> = {
  name: 'files of campaigns',
  async look(inspected) {
    const findings: Finding[] = [];
    for (const mode of modes) {
      findings.push(
        ...(await lateIn(
          waitingFiles,
          inspected,
          mode,
          `A file of a campaign of ${mode} has waited to be left`,
          remedy,
        )),
        ...(await workInVain(waitingFiles, inspected, mode, (count, why) =>
          warning(
            `${counted(count, 'file')} of campaigns of ${mode} reached no host, again and again (${why}).`,
            remedy,
          ),
        )),
      );
    }
    return orFine(findings, 'No file of a campaign waits for too long.');
  },
};

export const campaignChecks = [overdueCheck('campaigns', dueCampaigns), filesCheck];
