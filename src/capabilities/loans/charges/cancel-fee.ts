// A fee is canceled as of the day it was charged, as if it had never been: money that paid it is applied again.
import type { Fact, FactOf } from '@tenor/engine/account/facts.ts';
import { feeTypesOf } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { asLoanContext, changeLoan } from '../books/change-loan.ts';
import { presentDifference } from '../books/present-difference.ts';
import { feeId } from '../loan/derived-id.ts';
import { loanErrors } from '../loan/errors.ts';
import { loanFeeCanceled, toldOfLoan } from '../loan/events.ts';
import type { HeldLoan } from '../loan/product.ts';
import { loanStates } from '../loan/states.ts';
import { todayOf } from '../loan/today.ts';
import { stateFromStart } from '../timeline/compute-state.ts';
import { factId } from '../timeline/fact-id.ts';
import { termsOf } from '../timeline/held-loan.ts';
import { type ChargedFee, chargedFees, feeNotFound, presentFee } from './fees.ts';
import type { CanceledLoanFee, FeeCancel } from './schemas.ts';

/** Errors: LoanStatusForbids, NothingToDo, NotFound (fee). */
export async function cancelFee(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  id: string,
  { previewMode }: FeeCancel,
): Promise<CanceledLoanFee> {
  const { row } = held;
  loanStates.mustAllow(row.status, 'cancelFee');
  const today = todayOf(row, ctx.now);
  const [{ state, facts }, types] = await Promise.all([
    stateFromStart(tx, held, today),
    feeTypesOf(tx, row.loan_type_id),
  ]);
  const fee = chargedFees(held, state, facts).find(({ key }) => feeId(row.id, key) === id);
  if (fee === undefined) throw feeNotFound(id);
  mustNotBeCanceled(fee, id);
  const waiver = waiverOf(fee, facts, factId(row, 'waiver'));
  const changed = await changeLoan(asLoanContext(ctx), tx, held, [waiver]);
  const all = [...facts, ...changed.fresh];
  const after = chargedFees(held, held.product.replay(termsOf(row), all, { through: today }), all);
  ctx.emit(loanFeeCanceled, row.person_id, toldOfLoan(changed.row), { about: { loanId: row.id } });
  return {
    ...presentFee(row, types, after.find(({ key }) => key === fee.key) ?? fee),
    difference: previewMode ? presentDifference(held, changed) : null,
  };
}

function mustNotBeCanceled({ waived }: ChargedFee, id: string): void {
  if (waived === 0) return;
  throw new Refusal(loanErrors.NothingToDo, `The fee ${id} has been canceled already.`, {
    data: { reason: 'the fee has been canceled already' },
  });
}

/** Before any money of that day, unless an unfreeze of that day comes later, which may have charged the fee. */
function waiverOf({ key, on }: ChargedFee, facts: readonly Fact[], id: string): FactOf<'waiver'> {
  const unfrozenAt = facts.filter(({ kind, on: day }) => kind === 'unfreeze' && day === on).map(({ time = 0 }) => time);
  return { kind: 'waiver', id, on, time: Math.max(0, ...unfrozenAt), fee: key, amount: null };
}
