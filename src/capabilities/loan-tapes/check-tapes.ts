// Checks for `tenor doctor` whether tapes are made when they are due, and whether they reach their hosts.
import { claimedWorkCheck } from '#platform/doctor/backlog.ts';
import { counted } from '#platform/doctor/check.ts';
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueTapeTypes } from './due.ts';
import { waitingTapes } from './tapes/waiting-tapes.ts';

const filesCheck = claimedWorkCheck({
  name: 'files of loan tapes',
  rows: waitingTapes,
  fine: 'No loan tape waits to be left for too long.',
  late: (mode) => `A loan tape of ${mode} has waited to be left`,
  inVain: (count, mode) => `${counted(count, 'loan tape')} of ${mode} reached no host`,
  remedy:
    'Look at the host of the tape, or of its type, and at its login, and whether a worker runs; the tape says more.',
});

export const tapeChecks = [overdueCheck('loan-tapes', dueTapeTypes), filesCheck];
