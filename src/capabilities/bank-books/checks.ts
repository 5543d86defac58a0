// What the doctor looks at: apart from the door, so that it need not load the whole capability.
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { agingBreaks } from './breaks/due.ts';

export const checks = [overdueCheck('old breaks', agingBreaks)];
