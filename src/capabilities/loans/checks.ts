// What the doctor looks at: apart from the door, so that it need not load the whole capability.
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { dueLoans } from './core/day/due.ts';
import { duePromises } from './core/promises/due.ts';
import { dueSettlements } from './core/settlements/due.ts';
import { dueAdvances } from './money/advances/due.ts';
import { duePlans } from './money/autopay/due.ts';
import { duePayments } from './money/collecting/due.ts';
import { dueCredits, dueRequests } from './money/credit-balances/due.ts';
import { dueDisbursements } from './money/paying-out/due.ts';
import { statementDocumentsCheck } from './tools/statements/check-documents.ts';
import { dueStatements } from './tools/statements/due.ts';

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
  overdueCheck('statements', dueStatements),
  statementDocumentsCheck,
];
