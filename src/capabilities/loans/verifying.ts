// What `tenor verify` needs: apart from the door, so that it need not load the whole capability.
import type { Capability } from '#platform/capability.ts';
import { advanceTables } from './advances/advance.ts';
import { hardshipTables } from './hardship/tables.ts';
import { loanTables } from './loan/tables.ts';
import { promiseTables } from './promised/promise.ts';
import { purchaseTables } from './purchases/tables.ts';
import { refundTables } from './refunds/refund.ts';
import { scraTables } from './scra/scra-cap.ts';
import { settlementTables } from './settlements/settlement.ts';

export { type LoanKey, loanKeys } from './verify/stored-loan.ts';
export type { Finding, Verdict } from './verify/verify-loan.ts';
export { isClean, verifyLoans } from './verify/verify-loans.ts';

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
  },
};
