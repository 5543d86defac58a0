// What a second person has decided about money out of a loan.
import type { Decided, Deciding } from '#capabilities/moving-money/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { findLoan } from '../../core/lifecycle/loan.ts';
import { mustBeFree } from '../../core/loan/lock.ts';
import { findTransactionOf } from '../../core/transactions/transaction.ts';
import { releaseReimbursement } from './reimbursing.ts';
import { dropPayment } from './release-payments.ts';

const cancelReasons = { rejected: 'rejected', expired: 'approvalExpired' } as const;

/** Errors: Locked, and those of the release. */
export async function decideReimbursement(ctx: Deciding, tx: Tx, decision: Decided): Promise<void> {
  const { subject, personId } = decision;
  const row = await findTransactionOf(tx, personId, subject.id);
  const held = row && (await findLoan(tx, { personId, loanId: row.loan_id }));
  if (row === undefined || held === undefined) throw new Error(`An approval is of no transaction: ${subject.id}.`);
  mustBeFree(held.row, ctx.machineMicros());
  if (decision.is === 'approved') return releaseReimbursement(ctx, tx, { held, row, leave: decision.leave });
  dropPayment(ctx, tx, held, row, cancelReasons[decision.is]);
}
