// A change of an index rate may change the interest of past days: then the loans of the loan type are replayed.

import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import Type from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, Refusal } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { defineJob, KeptDate } from '#platform/work/operations/job.ts';
import { startOperation } from '#platform/work/operations/operations.ts';
import { productErrors } from '../errors.ts';
import { indexRateCreated, indexRateDeleted, indexRateUpdated, toldOfIndexRate } from '../events.ts';
import { endAfter, findIndexRate, indexRateOn, presentIndexRate } from '../index-rate.ts';
import { rateProblem } from '../rate-bounds.ts';
import type { IndexRateChange, IndexRateCreate, IndexRateUpdate } from '../schemas.ts';
import { wholeSettings } from '../settings/settings.ts';
import type { IndexRateRow, LoanTypeRow } from '../tables.ts';

/**
 * Replays the active loans of a loan type from a day on. Loans come after products in the order of capabilities, so the
 * job is declared here and done there.
 */
export const indexReplay = defineJob('loans.replayIndex', Type.Object({ loanTypeId: Type.String(), from: KeptDate }));

/** Errors: InvalidRequest, IndexRateExists. */
export async function createIndexRate(
  ctx: CommandContext,
  tx: Tx,
  type: LoanTypeRow,
  { rate, effectiveDate }: IndexRateCreate,
): Promise<IndexRateChange> {
  mustBeRate(rate);
  await mustBeFree(tx, type, effectiveDate);
  const columns = {
    loan_type_id: type.id,
    id: newId('RA'),
    position: ctx.position(),
    rate,
    effective_date: effectiveDate,
    created_at: ctx.now,
    updated_at: null,
    deleted_at: null,
  };
  tx.write(tx.db.insertInto('index_rates').values(columns), redraw('index_rates_pkey'));
  const row: IndexRateRow = { ...columns, company_id: ctx.realm.companyId };
  ctx.emit(indexRateCreated, ctx.realm.companyId, toldOfIndexRate(row));
  return changeOf(ctx, tx, { type, row, from: effectiveDate });
}

/** Errors: NotFound (index rate), InvalidRequest, IndexRateExists. */
export async function updateIndexRate(
  ctx: CommandContext,
  tx: Tx,
  type: LoanTypeRow,
  id: string,
  input: IndexRateUpdate,
): Promise<IndexRateChange> {
  const before = await findIndexRate(tx, type.id, id);
  const { rate = before.rate, effectiveDate = before.effective_date } = input;
  if (rate === before.rate && effectiveDate === before.effective_date) {
    return changeOf(ctx, tx, { type, row: before, from: null });
  }
  mustBeRate(rate);
  if (effectiveDate !== before.effective_date) await mustBeFree(tx, type, effectiveDate);
  const row: IndexRateRow = { ...before, rate, effective_date: effectiveDate, updated_at: ctx.now };
  writeChange(tx, row, { rate, effective_date: effectiveDate, updated_at: ctx.now });
  const told = { ...toldOfIndexRate(row), previousEffectiveDate: before.effective_date };
  ctx.emit(indexRateUpdated, ctx.realm.companyId, told);
  const from = effectiveDate < before.effective_date ? effectiveDate : before.effective_date;
  return changeOf(ctx, tx, { type, row, from });
}

/** The rate before it then lasts longer; the row is kept for the record. Errors: NotFound (index rate). */
export async function deleteIndexRate(
  ctx: CommandContext,
  tx: Tx,
  type: LoanTypeRow,
  id: string,
): Promise<IndexRateChange> {
  const before = await findIndexRate(tx, type.id, id);
  const row: IndexRateRow = { ...before, deleted_at: ctx.now };
  writeChange(tx, row, { deleted_at: ctx.now });
  ctx.emit(indexRateDeleted, ctx.realm.companyId, toldOfIndexRate(row));
  return changeOf(ctx, tx, { type, row, from: row.effective_date });
}

const writeChange = (
  tx: Tx,
  { loan_type_id, id }: IndexRateRow,
  columns: Partial<Pick<IndexRateRow, 'rate' | 'effective_date' | 'updated_at' | 'deleted_at'>>,
): void =>
  tx.write(tx.db.updateTable('index_rates').set(columns).where('loan_type_id', '=', loan_type_id).where('id', '=', id));

interface Change {
  readonly type: LoanTypeRow;
  readonly row: IndexRateRow;
  /** The first day whose rate the change alters; null: no day. */
  readonly from: CivilDate | null;
}

async function changeOf(ctx: CommandContext, tx: Tx, { type, row, from }: Change): Promise<IndexRateChange> {
  const endDate = await endAfter(tx, type.id, row.effective_date);
  const zone = wholeSettings(type.settings).timezone ?? ctx.caller.timezone;
  // A change for today counts as well: it may change the payment of this very day.
  const hasCome = from !== null && from <= dateInZone(ctx.now, zone);
  const operation = hasCome ? startOperation(ctx, tx, indexReplay, { loanTypeId: type.id, from }) : null;
  return { ...presentIndexRate(row, endDate), operationId: operation?.id ?? null };
}

const indexBounds = { min: -1, max: 1 };

function mustBeRate(rate: IndexRateRow['rate']): void {
  mustHaveNone(rateProblem('rate', rate, indexBounds));
}

/** The caller has locked the loan type, so the date stays free. */
async function mustBeFree(tx: Tx, type: LoanTypeRow, date: CivilDate): Promise<void> {
  const taken = await indexRateOn(tx, type.id, date);
  if (taken === undefined) return;
  throw new Refusal(
    productErrors.IndexRateExists,
    `There is an index rate for ${date} already: ${taken.id}. Change it with PUT.`,
    { data: { path: 'effectiveDate', indexRateId: taken.id } },
  );
}
