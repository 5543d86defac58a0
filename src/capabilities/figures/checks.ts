// What the doctor looks at: apart from the door, so that it need not load the whole capability.
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { monthsToClose } from './due.ts';

export const checks = [overdueCheck('the figures', monthsToClose)];
