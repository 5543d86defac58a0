// Checks for `tenor doctor` whether files of credit agencies are made when they are due, and whether they reach the agencies.
import { modes } from '#platform/db/realm.ts';
import { lateIn, workInVain } from '#platform/doctor/backlog.ts';
import { type Check, counted, type Finding, type InspectedDatabase, orFine, warning } from '#platform/doctor/check.ts';
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueAgencies } from './agencies/due.ts';
import { waitingCreditFiles } from './files/waiting-files.ts';

const remedy = 'Look at the host of the agency and at its login, and whether a worker runs; the file says more.';

const filesCheck: Check<InspectedDatabase> = {
  name: 'files for credit agencies',
  async look(inspected) {
    const findings: Finding[] = [];
    for (const mode of modes) {
      const late = `A file for a credit agency of ${mode} has waited to be left`;
      findings.push(
        ...(await lateIn(waitingCreditFiles, inspected, mode, late, remedy)),
        ...(await workInVain(waitingCreditFiles, inspected, mode, (count, why) =>
          warning(
            `${counted(count, 'file')} for credit agencies of ${mode} reached no host, again and again (${why}).`,
            remedy,
          ),
        )),
      );
    }
    return orFine(findings, 'No file for a credit agency waits for too long.');
  },
};

export const creditChecks = [overdueCheck('credit files', dueAgencies), filesCheck];
