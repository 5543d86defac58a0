// Fee types come with their loan type, for all that settings can charge; others are added by hand.

import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { isTaken } from '#platform/db/sqlstate.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { productErrors } from '../errors.ts';
import { feeTypeCreated, toldOfFeeType } from '../events.ts';
import { presentFeeType } from '../fee-type.ts';
import type { FeeType, FeeTypeCreate, settledFees } from '../schemas.ts';
import { wholeSettings } from '../settings/settings.ts';
import type { FeeTypeRow, LoanTypeRow } from '../tables.ts';
import type { Maker } from './maker.ts';

const settledNames: Readonly<Record<(typeof settledFees)[number], string>> = {
  originationFee: 'Origination fee',
  serviceFee: 'Service fee',
  membershipFee: 'Membership fee',
  lateFee: 'Late fee',
  nsfFee: 'Returned payment fee',
};

/** Whether charged or not, so that the id of each is the same under all versions of the settings. */
export function addSettledFeeTypes(maker: Maker, tx: Tx, loanTypeId: string): void {
  for (const [kind, displayName] of Object.entries(settledNames)) {
    const fee_type = kind as keyof typeof settledNames;
    insertFeeType(maker, tx, {
      loan_type_id: loanTypeId,
      fee_type,
      display_name: displayName,
      api_name: kind,
      amount: null,
    });
  }
}

/** Errors: InvalidRequest, FeeTypeExists. */
export async function createFeeType(
  ctx: CommandContext,
  tx: Tx,
  type: LoanTypeRow,
  { feeType, name, amount = null }: FeeTypeCreate,
): Promise<FeeType> {
  if (amount !== null && amount <= 0) {
    const expected = 'an amount above zero, or null for none';
    throw refuseField('amount', 'must be above zero', expected);
  }
  const row = insertFeeType(ctx, tx, {
    loan_type_id: type.id,
    fee_type: feeType,
    display_name: name.displayName,
    api_name: name.apiName,
    amount,
  });
  ctx.emit(feeTypeCreated, ctx.realm.companyId, toldOfFeeType(row));
  return presentFeeType(row, wholeSettings(type.settings).fees);
}

type NewFeeType = Pick<FeeTypeRow, 'loan_type_id' | 'fee_type' | 'display_name' | 'api_name' | 'amount'>;

function insertFeeType(maker: Maker, tx: Tx, given: NewFeeType): FeeTypeRow {
  const columns = { ...given, id: newId('FT'), position: maker.position(), created_at: maker.now };
  tx.write(tx.db.insertInto('fee_types').values(columns), (error) => {
    if (!isTaken(error, 'fee_types_name')) return redraw((taken) => isTaken(taken, 'fee_types_pkey'))(error);
    return new Refusal(productErrors.FeeTypeExists, `There is a fee type ${given.api_name} of this loan type.`, {
      data: { path: 'name.apiName' },
      cause: error,
    });
  });
  return { ...columns, company_id: maker.realm.companyId };
}
