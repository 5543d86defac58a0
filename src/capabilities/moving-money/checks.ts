// What the doctor looks at: apart from the door, so that it need not load the whole capability.
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueAnswers, dueEntries, dueFiles } from './ach/files/due.ts';
import { achFilesCheck } from './ach/incoming/check-ach-files.ts';
import { dueApprovals } from './orders/approvals/due.ts';
import { bankingCalendarCheck } from './orders/attempts/check-banking-calendar.ts';
import { cashCheck } from './orders/attempts/check-cash.ts';
import { paymentsCheck } from './orders/attempts/check-payments.ts';
import { dueOrders } from './orders/attempts/due.ts';
import { carriersCheck } from './orders/notices/check-carriers.ts';

export const checks = [
  overdueCheck('orders', dueOrders),
  overdueCheck('payment approvals', dueApprovals),
  overdueCheck('ACH entries', dueEntries),
  overdueCheck('ACH files', dueFiles),
  overdueCheck('ACH acknowledgements', dueAnswers),
  paymentsCheck,
  cashCheck,
  carriersCheck,
  bankingCalendarCheck,
  achFilesCheck,
];
