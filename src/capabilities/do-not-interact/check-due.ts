import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueDoNotInteracts } from './due.ts';

export const doNotInteractsCheck = overdueCheck('do-not-interacts', dueDoNotInteracts);
