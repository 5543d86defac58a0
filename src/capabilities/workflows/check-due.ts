// Checks for `tenor doctor` whether workflows go on.
import { modes } from '#platform/db/realm.ts';
import { lateIn, workInVain } from '#platform/doctor/backlog.ts';
import { type Check, counted, type Finding, type InspectedDatabase, orFine, warning } from '#platform/doctor/check.ts';
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueItems } from './day/due.ts';
import { paperRows } from './papers/paper-rows.ts';

const remedy = 'Look whether a worker runs; its log says more.';

const papersCheck: Check<InspectedDatabase> = {
  name: 'documents of workflows',
  async look(inspected) {
    const findings: Finding[] = [];
    for (const mode of modes) {
      findings.push(
        ...(await lateIn(paperRows, inspected, mode, `A document of a workflow of ${mode} has waited`, remedy)),
        ...(await workInVain(paperRows, inspected, mode, (count, why) =>
          warning(
            `${counted(count, 'document')} of workflows of ${mode} could not be made, again and again (${why}).`,
            remedy,
          ),
        )),
      );
    }
    return orFine(findings, 'Every document of a workflow is made.');
  },
};

export const workflowChecks = [overdueCheck('workflows', dueItems), papersCheck];
