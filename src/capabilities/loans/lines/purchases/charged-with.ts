// Fees that are charged with a purchase: what a request asks for, what is kept, and what the timeline is told.
import type { FeeOfPurchase } from '@tenor/engine/line/facts.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { feeTypesOf, purchaseFees } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { mustHaveNone, refuseField } from '#platform/errors.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { Purchase, PurchaseFeeInput } from './schemas.ts';
import { isOff } from './states.ts';
import type { ChargedWith, PurchaseRow } from './tables.ts';

const typeOf = { purchaseFee: 'purchase', foreignTransactionFee: 'foreignTransaction' } as const;

type Asked = Pick<PurchaseRow, 'type' | 'status'>;

/** Undefined: nothing was said of fees. Errors: InvalidRequest. */
export async function chargedWith(
  reader: Reader,
  held: HeldLoan,
  sent: readonly PurchaseFeeInput[] | null | undefined,
): Promise<readonly ChargedWith[] | undefined> {
  if (sent === undefined) return undefined;
  if (sent === null || sent.length === 0) return [];
  const types = await feeTypesOf(reader, held.row.loan_type_id);
  const known = types.flatMap(({ fee_type: kind, ...rest }) =>
    purchaseFees.flatMap((one) => (one === kind ? [{ ...rest, kind: one }] : [])),
  );
  const charged = sent.map(({ apiName, feeAmount }, i): ChargedWith => {
    const path = `dynamicFees[${i}]`;
    const type = known.find(({ api_name }) => api_name === apiName);
    if (type === undefined) {
      const names = known.map(({ api_name }) => api_name).join(', ');
      const expected = names || 'a fee type of its loan type, of the kind purchaseFee or foreignTransactionFee';
      throw refuseField(`${path}.apiName`, 'is no fee that is charged with a purchase', expected);
    }
    const amount = feeAmount ?? type.amount;
    if (amount === null || amount <= 0) {
      const message = amount === null ? 'is required: its fee type has no amount' : 'must be above zero';
      throw refuseField(`${path}.feeAmount`, message, 'an amount above zero');
    }
    return { feeTypeId: type.id, apiName, kind: type.kind, amount };
  });
  mustNameEachOnce(charged);
  return charged;
}

function mustNameEachOnce(charged: readonly ChargedWith[]): void {
  const names = charged.map(({ apiName }) => apiName);
  const twice = names.flatMap((name, i) => (names.indexOf(name) < i ? [i] : []));
  mustHaveNone(
    twice.map((i) => ({ path: `dynamicFees[${i}].apiName`, message: 'is named twice', expected: 'each fee once' })),
  );
}

/** Nothing is charged for what takes money back, nor for a purchase that is declined at once. Errors: InvalidRequest. */
export function mustBeChargeable({ type, status }: Asked, charged: readonly ChargedWith[] | undefined): void {
  if (charged === undefined || charged.length === 0) return;
  if (type !== 'regular')
    throw refuseField('dynamicFees', 'go with a regular purchase', 'nothing, or the type regular');
  if (isOff(status)) throw refuseField('dynamicFees', 'are not charged for what was declined', 'nothing');
}

/** The row with these fees instead of its own; undefined: with its own. */
export function withFees(row: PurchaseRow, charged: readonly ChargedWith[] | undefined): PurchaseRow {
  if (charged === undefined) return row;
  const { fees: _, ...details } = row.details;
  return { ...row, details: charged.length === 0 ? details : { ...details, fees: charged } };
}

/** The id of a fee names its purchase and its fee type: it is the same fee whatever fact the purchase has. */
export const feesOfFact = ({ id, details }: Pick<PurchaseRow, 'id' | 'details'>): readonly FeeOfPurchase[] =>
  (details.fees ?? []).map(({ feeTypeId, kind, amount }) => ({
    id: `${id}:${feeTypeId}`,
    type: typeOf[kind],
    amount: amount as Cents,
  }));

export const presentFees = ({ details }: Pick<PurchaseRow, 'details'>): Purchase['dynamicFees'] =>
  (details.fees ?? []).map(({ feeTypeId, apiName, kind, amount }) => ({
    feeTypeId,
    apiName,
    feeType: kind,
    feeAmount: amount as Cents,
  }));
