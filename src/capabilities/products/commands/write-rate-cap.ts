// Rate caps are added and taken away, never changed: what a loan was checked against stays to be read.

import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { isTaken } from '#platform/db/sqlstate.ts';
import { mustHaveNone, Refusal } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { productErrors } from '../errors.ts';
import { rateCapCreated, rateCapDeleted, toldOfRateCap } from '../events.ts';
import { rateProblem } from '../rate-bounds.ts';
import { findRateCap, presentRateCap, rateCapOn } from '../rate-cap.ts';
import type { RateCap, RateCapCreate } from '../schemas.ts';
import type { LoanTypeRow, RateCapRow } from '../tables.ts';

/** Errors: InvalidRequest, RateCapExists. */
export async function createRateCap(
  ctx: CommandContext,
  tx: Tx,
  type: LoanTypeRow,
  { state = null, maxRate, effectiveDate }: RateCapCreate,
): Promise<RateCap> {
  mustHaveNone(rateProblem('maxRate', maxRate, { min: 0, max: 10 }));
  const taken = await rateCapOn(tx, type.id, { state, effectiveDate });
  if (taken !== undefined) {
    const where = state === null ? 'all states' : state;
    throw new Refusal(productErrors.RateCapExists, `There is a cap for ${where} from ${effectiveDate} on already.`, {
      data: { path: 'effectiveDate', rateCapId: taken.id },
    });
  }
  const columns = {
    loan_type_id: type.id,
    id: newId('RC'),
    position: ctx.position(),
    state,
    max_rate: maxRate,
    effective_date: effectiveDate,
    created_at: ctx.now,
    deleted_at: null,
  };
  tx.write(
    tx.db.insertInto('rate_caps').values(columns),
    redraw((error) => isTaken(error, 'rate_caps_pkey')),
  );
  const row: RateCapRow = { ...columns, company_id: ctx.realm.companyId };
  ctx.emit(rateCapCreated, ctx.realm.companyId, toldOfRateCap(row));
  return presentRateCap(row);
}

/** Loans that were originated under it are left alone. Errors: NotFound (rate cap). */
export async function deleteRateCap(ctx: CommandContext, tx: Tx, type: LoanTypeRow, id: string): Promise<void> {
  const row = await findRateCap(tx, type.id, id);
  tx.write(
    tx.db
      .updateTable('rate_caps')
      .set({ deleted_at: ctx.now })
      .where('loan_type_id', '=', type.id)
      .where('id', '=', id),
  );
  ctx.emit(rateCapDeleted, ctx.realm.companyId, toldOfRateCap(row));
}
