// What the doctor looks at: apart from the door, so that it need not load the whole capability.
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueAdvances } from './advancing/due.ts';
import { duePlans } from './autopay/due.ts';
import { duePayments } from './collecting/due.ts';
import { dueLoans } from './day/due.ts';
import { dueDisbursements } from './paying-out/due.ts';
import { duePromises } from './promises/due.ts';
import { dueCredits, dueRequests } from './refunding/due.ts';
import { dueSettlements } from './settling/due.ts';

export const checks = [
  overdueCheck('days', dueLoans),
  overdueCheck('payouts', dueDisbursements),
  overdueCheck('advances', dueAdvances),
  overdueCheck('payments', duePayments),
  overdueCheck('autopay', duePlans),
  overdueCheck('credits', dueCredits),
  overdueCheck('credit requests', dueRequests),
  overdueCheck('settlements', dueSettlements),
  overdueCheck('promises to pay', duePromises),
];
