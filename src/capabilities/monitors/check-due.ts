import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueChecks } from './due.ts';
import { dueActions } from './loan-actions/due.ts';

export const monitorChecks = [overdueCheck('monitors', dueChecks), overdueCheck('monitor-actions', dueActions)];
