// What `tenor verify` needs: apart from the door, so that it need not load the whole capability.
import type { Capability } from '#platform/capability.ts';
import { statementTurnTables } from './core/loan/statement-turns.ts';
import { loanTables } from './core/loan/tables.ts';
import { promiseTables } from './core/promises/base/promise.ts';
import { settlementTables } from './core/settlements/base/settlement.ts';
import { purchaseTables } from './lines/purchases/tables.ts';
import { advanceTables } from './money/advances/base/advance.ts';
import { hardshipTables } from './tools/hardship/tables.ts';
import { suspensionTables } from './tools/late-fee-suspensions/suspension.ts';
import { refundTables } from './tools/refunds/refund.ts';
import { scraTables } from './tools/scra/scra-cap.ts';
import { statementTables } from './tools/statements/tables.ts';

export { type LoanKey, loanKeys } from './whole/verify/stored-loan.ts';
export type { Finding, Verdict } from './whole/verify/verify-loan.ts';
export { isClean, verifyLoans } from './whole/verify/verify-loans.ts';

/** What is read of loans and of all that is stored with them. */
export const verified: Pick<Capability, 'tables'> = {
  tables: {
    ...loanTables,
    ...advanceTables,
    ...hardshipTables,
    ...promiseTables,
    ...purchaseTables,
    ...refundTables,
    ...scraTables,
    ...settlementTables,
    ...statementTables,
    ...statementTurnTables,
    ...suspensionTables,
  },
};
