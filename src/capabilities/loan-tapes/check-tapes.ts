// Checks for `tenor doctor` whether tapes are made when they are due, and whether they reach their hosts.
import { modes } from '#platform/db/realm.ts';
import { lateIn, workInVain } from '#platform/doctor/backlog.ts';
import { type Check, counted, type Finding, type InspectedDatabase, orFine, warning } from '#platform/doctor/check.ts';
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueTapeTypes } from './due.ts';
import { waitingTapes } from './tapes/waiting-tapes.ts';

const remedy = 'Look at the host of the tape type and at its login, and whether a worker runs; the tape says more.';

const filesCheck: Check<InspectedDatabase> = {
  name: 'files of loan tapes',
  async look(inspected) {
    const findings: Finding[] = [];
    for (const mode of modes) {
      findings.push(
        ...(await lateIn(waitingTapes, inspected, mode, `A loan tape of ${mode} has waited to be left`, remedy)),
        ...(await workInVain(waitingTapes, inspected, mode, (count, why) =>
          warning(`${counted(count, 'loan tape')} of ${mode} reached no host, again and again (${why}).`, remedy),
        )),
      );
    }
    return orFine(findings, 'No loan tape waits to be left for too long.');
  },
};

export const tapeChecks = [overdueCheck('loan-tapes', dueTapeTypes), filesCheck];
