import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueItems } from './day/due.ts';

export const workflowsCheck = overdueCheck('workflows', dueItems);
