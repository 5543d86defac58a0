// The rows of documents that automatic items ask for, as workers claim them.
import { claimedRows } from '#platform/work/claimed/claimed-rows.ts';
import { workflowPapers } from '../tables.ts';

export const paperRows = claimedRows({
  name: 'workflow_papers',
  job: 'workflows.paper',
  table: 'workflow_papers',
  stated: workflowPapers,
  named: ['person_id', 'id'],
  goWhenEnded: true,
  alarmTries: 4,
  why: 'last_failure',
});
