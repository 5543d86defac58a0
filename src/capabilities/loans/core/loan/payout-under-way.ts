// While the payout that will activate a loan is under way, nothing else begins or ends the loan.
import { Refusal } from '#platform/errors.ts';
import { loanErrors } from './errors.ts';
import type { LoanRow } from './tables.ts';

/** Errors: DisbursementUnderWay. */
export function mustHaveNoPayout({ disbursement_id: disbursementId }: LoanRow): void {
  if (disbursementId === null) return;
  throw new Refusal(loanErrors.DisbursementUnderWay, `The proceeds of this loan are on their way: ${disbursementId}.`, {
    data: { disbursementId },
  });
}
