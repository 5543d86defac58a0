// Checks for `tenor doctor` whether files of credit agencies are made when they are due, and whether they reach the agencies.
import { claimedWorkCheck } from '#platform/doctor/backlog.ts';
import { counted } from '#platform/doctor/check.ts';
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueAgencies } from './agencies/due.ts';
import { waitingCreditFiles } from './files/waiting-files.ts';

const filesCheck = claimedWorkCheck({
  name: 'files for credit agencies',
  rows: waitingCreditFiles,
  fine: 'No file for a credit agency waits for too long.',
  late: (mode) => `A file for a credit agency of ${mode} has waited to be left`,
  inVain: (count, mode) => `${counted(count, 'file')} for credit agencies of ${mode} reached no host`,
  remedy: 'Look at the host of the agency and at its login, and whether a worker runs; the file says more.',
});

export const creditChecks = [overdueCheck('credit files', dueAgencies), filesCheck];
