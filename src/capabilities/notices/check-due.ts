import { overdueCheck } from '#platform/doctor/overdue.ts';
import { duePending, dueRepayments } from './due.ts';

export const noticeChecks = [
  overdueCheck('repayment-notifications', dueRepayments),
  overdueCheck('notices', duePending),
];
