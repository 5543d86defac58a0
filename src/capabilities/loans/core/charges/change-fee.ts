// A fee that was charged gets another amount, as of the day it was charged; so does the origination fee of a loan, as of
// its activation. What was paid is applied anew.
import type { Fact, FactOf } from '@tenor/engine/account/facts.ts';
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { asLoanContext, changeLoan } from '../books/change-loan.ts';
import { presentDifference } from '../books/present-difference.ts';
import { loanErrors } from '../loan/errors.ts';
import { loanFeeUpdated, toldOfLoan } from '../loan/events.ts';
import { mustHavePart } from '../loan/not-for.ts';
import type { HeldLoan } from '../loan/product.ts';
import { loanStates } from '../loan/states.ts';
import { todayOf } from '../loan/today.ts';
import { factId } from '../timeline/fact-id.ts';
import { termsOf } from '../timeline/held-loan.ts';
import { amountOf } from './add-fee.ts';
import { waiverOf } from './cancel-fee.ts';
import { mustCostAtMost } from './cost.ts';
import { type ChargedFee, type FeesOfLoan, factOfFee, feeNamed, feesAfter, feesOf, presentFee } from './fees.ts';
import type { ChangedLoanFee, FeeUpdate, OriginationFeeUpdate } from './schemas.ts';

/** Errors: LoanStatusForbids, NothingToDo, NotFound (fee), InvalidRequest. */
export async function changeFee(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  id: string,
  sent: FeeUpdate,
): Promise<ChangedLoanFee> {
  const { row } = held;
  loanStates.mustAllow(row.status, 'changeFee');
  const before = await feesOf(tx, held, todayOf(row, ctx.now));
  const fee = feeNamed(before, id);
  mustBeDynamic(fee);
  const fact = changeOf(before, fee, amountOf(sent, null));
  return recordFee(ctx, tx, before, fact, fee.key, sent);
}

/** Errors: LoanStatusForbids, NotForLines, InvalidRequest. */
export async function changeOriginationFee(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  sent: OriginationFeeUpdate,
): Promise<ChangedLoanFee> {
  const { row, product } = held;
  const { feeAmount: amount } = sent;
  loanStates.mustAllow(row.status, 'changeFee');
  if (amount < 0) throw refuseField('feeAmount', 'must not be negative', 'an amount of at least 0');
  mustHavePart(product, 'originationFee').mustTake(termsOf(row), amount);
  const before = await feesOf(tx, held, todayOf(row, ctx.now));
  const type = 'origination';
  const fee = before.fees.find(({ key }) => key === type);
  if (fee?.amount === amount) throw isSoAlready(amount);
  const id = factId(row, 'feeChange');
  const fact: Fact = { kind: 'feeChange', id, on: todayOf(row, ctx.now), at: ctx.now, type, amount, cap: null };
  return recordFee(ctx, tx, before, fact, type, sent);
}

async function recordFee(
  ctx: CommandContext,
  tx: Tx,
  before: FeesOfLoan,
  fact: Fact,
  key: string,
  { previewMode }: Pick<FeeUpdate, 'previewMode'>,
): Promise<ChangedLoanFee> {
  const { held } = before;
  const changed = await changeLoan(asLoanContext(ctx), tx, held, [fact]);
  const after = await feesAfter(before, changed.fresh);
  mustCostAtMost('feeAmount', after);
  const isOfKey = (fee: ChargedFee): boolean => fee.key === key;
  // A fee of zero is in no book.
  const fee = after.fees.find(isOfKey) ?? { ...(before.fees.find(isOfKey) as ChargedFee), ...nothing };
  ctx.emit(loanFeeUpdated, held.row.person_id, toldOfLoan(changed.row), { about: { loanId: held.row.id } });
  return { ...presentFee(after, fee), difference: previewMode ? await presentDifference(held, changed) : null };
}

const nothing = { amount: 0 as Cents, open: 0, waived: 0, capitalised: 0, chargedOff: 0 };

/** Errors: InvalidRequest. */
function mustBeDynamic({ type }: ChargedFee): void {
  if (type !== 'origination' && type !== 'draw') return;
  const instead = type === 'draw' ? 'PUT …/draws/{drawId}/fees/draw' : 'PUT …/fees/origination';
  throw refuseField('loanFeeId', 'is a fee of the beginning', `another fee; this one is changed by ${instead}`);
}

/** What was charged by hand counts as less, or more. What came by itself is only lowered: a part of it is waived. */
function changeOf(before: FeesOfLoan, fee: ChargedFee, amount: Cents): FactOf<'undo'> | FactOf<'waiver'> {
  const { held, today } = before;
  const left = (fee.amount - fee.waived) as Cents;
  if (amount === left) throw isSoAlready(amount);
  const of = factOfFee(before, fee);
  if (of !== undefined && fee.waived === 0) {
    const id = factId(held.row, 'undo');
    const less = (fee.amount - amount) as Cents;
    const how = { reason: 'canceled', happenedOn: today, amount: less, nsfFee: false } as const;
    return { kind: 'undo', id, of, on: fee.on, ...how };
  }
  if (amount < left) return waiverOf(fee, before, factId(held.row, 'waiver'), (left - amount) as Cents);
  const why = of === undefined ? 'and came by itself' : 'and was canceled';
  const expected = `less than ${formatCents(left)}; what is to be paid besides is a fee of its own`;
  throw refuseField('feeAmount', `cannot be raised: the fee is ${formatCents(left)} ${why}`, expected);
}

const isSoAlready = (amount: Cents): Refusal =>
  new Refusal(loanErrors.NothingToDo, `The fee is ${formatCents(amount)} already.`, {
    data: { reason: 'the fee has this amount already' },
  });
