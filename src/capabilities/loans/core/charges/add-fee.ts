// A fee that is charged by hand. It is a fact like any other: due with the next due date, or at once if there is none.
import type { FactOf } from '@tenor/engine/account/facts.ts';
import type { FeeType } from '@tenor/engine/account/terms.ts';
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import { type FeeKind, feeTypesOf } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { asLoanContext, changeLoan } from '../books/change-loan.ts';
import { presentDifference } from '../books/present-difference.ts';
import { feeKindOf } from '../loan/fee-kind.ts';
import { pastDayOf } from '../loan/past-day.ts';
import type { HeldLoan } from '../loan/product.ts';
import { loanStates } from '../loan/states.ts';
import { secondOf } from '../loan/time-of-day.ts';
import { todayOf } from '../loan/today.ts';
import { factId } from '../timeline/fact-id.ts';
import { termsOf } from '../timeline/held-loan.ts';
import { mustHaveRoomFor } from '../timeline/room.ts';
import { mustCostAtMost } from './cost.ts';
import { type ChargedFee, type FeesOfLoan, feesAfter, feesOf, keyOfFeeFact, presentFee } from './fees.ts';
import type { AddedLoanFee, FeeCreate } from './schemas.ts';

/** Errors: LoanStatusForbids, NotFound (draw), InvalidRequest, NoRoom. */
export async function addFee(ctx: CommandContext, tx: Tx, held: HeldLoan, sent: FeeCreate): Promise<AddedLoanFee> {
  const { row, product } = held;
  loanStates.mustAllow(row.status, 'addFee');
  await mustHaveRoomFor(tx, row, 'fee');
  const type = await feeTypeNamed(tx, held, sent);
  const fee: FactOf<'fee'> = {
    kind: 'fee',
    id: factId(row, 'fee'),
    on: pastDayOf(row, ctx.now, 'chargeDate', sent.chargeDate),
    ...(sent.chargeTimeOfDay == null ? {} : { time: secondOf(sent.chargeTimeOfDay) }),
    type: engineTypeOf(type.fee_type),
    amount: amountOf(sent, type.amount),
  };
  const drawId = await product.drawNamed(tx, held, sent.drawId);
  const before = await feesOf(tx, held, todayOf(row, ctx.now));
  const details = { feeTypeId: type.id };
  const changed = await changeLoan(asLoanContext(ctx), tx, held, [product.feeFact(fee, drawId)], { details });
  const after = await feesAfter(before, changed.fresh, [[fee.id, type.id]]);
  mustCostAtMost(sent.amount == null && sent.feeAmount != null ? 'feeAmount' : 'amount', after);
  const charged = after.fees.find(({ key }) => key === keyOfFeeFact(fee)) as ChargedFee;
  return {
    ...presentFee(after, charged),
    warnings: aboveCap(after, charged),
    difference: sent.previewMode ? await presentDifference(held, changed) : null,
  };
}

async function feeTypeNamed(tx: Tx, { row }: HeldLoan, { feeTypeId, apiName }: FeeCreate) {
  const types = await feeTypesOf(tx, row.loan_type_id);
  const path = feeTypeId == null && apiName != null ? 'apiName' : 'feeTypeId';
  const expected = 'a fee type of its loan type: GET /loan-types/{loanTypeId}/fee-types lists them';
  if (feeTypeId == null && apiName == null) throw refuseField(path, 'is required, here or by apiName', expected);
  const type = types.find(({ id, api_name }) => (feeTypeId == null ? api_name === apiName : id === feeTypeId));
  if (type === undefined) throw refuseField(path, 'is no fee type of this loan', expected);
  if (apiName != null && type.api_name !== apiName) {
    throw refuseField('apiName', 'is not the fee type that feeTypeId names', 'one of the two');
  }
  const instead = ownRoutes[type.fee_type];
  if (instead === undefined) return type;
  throw refuseField(path, 'is charged once, at the beginning', `another fee type; or change it by ${instead}`);
}

const ownRoutes: Partial<Record<FeeKind, string>> = {
  originationFee: 'PUT …/fees/origination',
  drawFee: 'PUT …/draws/{drawId}/fees/draw',
};

const typesByKind = new Map(Object.entries(feeKindOf).map(([type, kind]) => [kind, type as FeeType]));
const engineTypeOf = (kind: FeeKind): FeeType => typesByKind.get(kind) as FeeType;

/** By either name; what the fee type says where nothing is sent. */
export function amountOf({ amount, feeAmount }: Pick<FeeCreate, 'amount' | 'feeAmount'>, usual: Cents | null): Cents {
  if (amount != null && feeAmount != null && amount !== feeAmount) {
    throw refuseField('feeAmount', 'is not what amount says', 'the same, or one of them alone');
  }
  const path = amount == null && feeAmount != null ? 'feeAmount' : 'amount';
  const said = amount ?? feeAmount ?? usual;
  if (said === null) throw refuseField(path, 'is required: its fee type has no amount', 'an amount above zero');
  if (said <= 0) throw refuseField(path, 'must be above zero', 'an amount above zero');
  return said;
}

/** A cap bounds what is charged by itself. By hand it may be passed, and the answer says so. */
function aboveCap({ held, fees }: FeesOfLoan, charged: ChargedFee): AddedLoanFee['warnings'] {
  const cap = held.product.feeCap(termsOf(held.row), charged.type);
  if (cap === null) return [];
  const all = fees.filter(({ type, draw }) => type === charged.type && draw === charged.draw);
  const sum = all.reduce((total, { amount, waived }) => total + amount - waived, 0);
  if (sum <= cap) return [];
  const kind = feeKindOf[charged.type];
  const message = `All fees of the kind ${kind} together are ${formatCents(sum as Cents)}; the cap is ${formatCents(cap)}.`;
  return [{ code: 'feeCapExceeded', path: 'amount', message }];
}
