import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueChecks } from './due.ts';

export const monitorsCheck = overdueCheck('monitors', dueChecks);
