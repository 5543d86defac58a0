// Checks for `tenor doctor` whether workflows go on.
import { claimedWorkCheck } from '#platform/doctor/backlog.ts';
import { counted } from '#platform/doctor/check.ts';
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueItems } from './day/due.ts';
import { paperRows } from './papers/paper-rows.ts';

const papersCheck = claimedWorkCheck({
  name: 'documents of workflows',
  rows: paperRows,
  fine: 'Every document of a workflow is made.',
  late: (mode) => `A document of a workflow of ${mode} has waited`,
  inVain: (count, mode) => `${counted(count, 'document')} of workflows of ${mode} could not be made`,
  remedy: 'Look whether a worker runs; its log says more.',
});

export const workflowChecks = [overdueCheck('workflows', dueItems), papersCheck];
