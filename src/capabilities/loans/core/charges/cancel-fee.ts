// Fees are canceled as of the day they were charged, as if they had never been: money that paid them is applied again.
import type { Fact, FactOf } from '@tenor/engine/account/facts.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, Refusal, refuseField } from '#platform/errors.ts';
import { asLoanContext, changeLoan } from '../books/change-loan.ts';
import { presentDifference } from '../books/present-difference.ts';
import { loanErrors } from '../loan/errors.ts';
import { loanFeeCanceled, toldOfLoan } from '../loan/events.ts';
import type { HeldLoan } from '../loan/product.ts';
import { loanStates } from '../loan/states.ts';
import { todayOf } from '../loan/today.ts';
import { factId } from '../timeline/fact-id.ts';
import { type ChargedFee, type FeesOfLoan, feeNamed, feesAfter, feesOf, keyOfFeeFact, presentFee } from './fees.ts';
import type { CanceledLoanFees, ChangedLoanFee, FeeCancel, FeesCancel } from './schemas.ts';

/** Errors: LoanStatusForbids, NothingToDo, NotFound (fee). */
export async function cancelFee(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  id: string,
  sent: FeeCancel,
): Promise<ChangedLoanFee> {
  const { fees, difference } = await cancelFees(ctx, tx, held, { ...sent, loanFeeIds: [id] });
  return { ...(fees[0] as ChangedLoanFee), difference };
}

/** All of them or none, in one replay. Errors: LoanStatusForbids, NothingToDo, NotFound (fee), InvalidRequest. */
export async function cancelFees(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  sent: FeesCancel,
): Promise<CanceledLoanFees> {
  const { row } = held;
  loanStates.mustAllow(row.status, 'cancelFee');
  const before = await feesOf(tx, held, todayOf(row, ctx.now));
  const ids = idsOf(before, sent);
  const canceled = ids.map((id) => notCanceled(feeNamed(before, id), id));
  const waivers = canceled.map((fee, i) => waiverOf(fee, before, factId(row, 'waiver', i), null));
  const changed = await changeLoan(asLoanContext(ctx), tx, held, waivers);
  const after = await feesAfter(before, changed.fresh);
  ctx.emit(loanFeeCanceled, row.person_id, toldOfLoan(changed.row), { about: { loanId: row.id } });
  return {
    fees: ids.map((id) => presentFee(after, feeNamed(after, id))),
    difference: sent.previewMode ? await presentDifference(held, changed) : null,
  };
}

/** The named fees, or all fees of a fee type that are left. */
function idsOf(of: FeesOfLoan, { loanFeeIds, apiName }: FeesCancel): readonly string[] {
  if ((loanFeeIds == null) === (apiName == null)) {
    throw refuseField('loanFeeIds', 'or apiName is required, and not both', 'ids of fees, or the name of a fee type');
  }
  if (loanFeeIds != null) {
    mustNameEachOnce(loanFeeIds);
    return loanFeeIds;
  }
  const left = of.fees.map((fee) => presentFee(of, fee)).filter((fee) => fee.apiName === apiName);
  const ids = left.filter(({ amount, waivedAmount }) => waivedAmount < amount).map(({ id }) => id);
  if (ids.length > 0) return ids;
  throw new Refusal(loanErrors.NothingToDo, 'There is no fee of this type that is not canceled.', {
    data: { reason: 'there is no such fee' },
  });
}

function mustNameEachOnce(ids: readonly string[]): void {
  const twice = ids.flatMap((id, i) => (ids.indexOf(id) < i ? [i] : []));
  mustHaveNone(twice.map((i) => ({ path: `loanFeeIds[${i}]`, message: 'is named twice', expected: 'each fee once' })));
}

function notCanceled(fee: ChargedFee, id: string): ChargedFee {
  if (fee.waived < fee.amount) return fee;
  throw new Refusal(loanErrors.NothingToDo, `The fee ${id} has been canceled already.`, {
    data: { reason: 'the fee has been canceled already' },
  });
}

/** Right after the fee, and so before any money that came later on that day. */
export function waiverOf(
  fee: ChargedFee,
  { facts, held }: Pick<FeesOfLoan, 'facts' | 'held'>,
  id: string,
  amount: FactOf<'waiver'>['amount'],
): FactOf<'waiver'> {
  const when = held.product.broughtFee(facts, fee) ?? timeOf(fee, facts);
  return { kind: 'waiver', id, on: fee.on, ...when, fee: fee.key, amount };
}

/** A fee that came by itself was charged when the day began, or by an unfreeze of that day. */
function timeOf({ key, on }: ChargedFee, facts: readonly Fact[]): { readonly time?: number } {
  const byHand = facts.find((fact) => fact.kind === 'fee' && keyOfFeeFact(fact) === key);
  if (byHand !== undefined) return byHand.time === undefined ? {} : { time: byHand.time };
  const unfrozenAt = facts.filter(({ kind, on: day }) => kind === 'unfreeze' && day === on).map(({ time = 0 }) => time);
  return { time: Math.max(0, ...unfrozenAt) };
}
