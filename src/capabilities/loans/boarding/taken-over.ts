// Whether a loan has a past in another system.
import { Refusal } from '#platform/errors.ts';
import { loanErrors } from '../errors.ts';
import { loanStates } from '../states.ts';
import type { LoanRow } from '../tables.ts';

/** Its real beginning was told; that of one activated here is the moment of the activation. */
export const isTakenOver = ({ timestamps: { startedAt, activatedAt } }: Pick<LoanRow, 'timestamps'>): boolean =>
  activatedAt !== undefined && startedAt !== activatedAt;

/** One that is not activated yet may still be taken over. Errors: LoanStatusForbids, LoanHasNoPast. */
export function mustHavePast(row: LoanRow): void {
  if (isTakenOver(row)) return;
  if (row.timestamps.activatedAt !== undefined) {
    throw new Refusal(loanErrors.LoanHasNoPast, `${row.id} was activated here: all of its past is in its books.`);
  }
  loanStates.mustAllow(row.status, 'addPast');
}
