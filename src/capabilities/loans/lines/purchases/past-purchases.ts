// Purchases from before the migration of a line: only a record, unless the books begin before them.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import { start } from '#platform/states.ts';
import { startOf } from '../../core/loan/past-day.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { DrawRow, LoanRow } from '../../core/loan/tables.ts';
import { mustHavePast } from '../../core/loan/taken-over.ts';
import { startOfDay, todayOf } from '../../core/loan/today.ts';
import { asFact } from '../../core/products/lines.ts';
import { findDraw } from '../draws/draw.ts';
import { mustBeRefundable, mustFitItsType } from './commands/create-purchase.ts';
import { findOfLine, purchases } from './find.ts';
import { dayOfPurchase, pastMomentOf } from './moment.ts';
import { factOf, isPast } from './purchase-fact.ts';
import { metaDataOf, saidOf, typeOf } from './said.ts';
import type { PastPurchaseInput } from './schemas.ts';
import { isOff, isSettled, purchaseStates, verbOfStatus } from './states.ts';
import type { PurchaseRow } from './tables.ts';

type Context = Pick<CommandContext, 'now' | 'position'>;

/** What it names, found. */
interface Named {
  readonly draw: Pick<DrawRow, 'id'> & Partial<Pick<DrawRow, 'started_on'>>;
  readonly original: PurchaseRow | undefined;
}

/** Errors: LoanStatusForbids, LoanHasNoPast, NotFound, InvalidRequest, DuplicateExternalId, as of mustBeRefundable. */
export async function addPastPurchase(
  ctx: Context,
  tx: Tx,
  held: HeldLoan,
  input: PastPurchaseInput,
): Promise<PurchaseRow> {
  mustHavePast(held.row);
  const keys = { personId: held.row.person_id, loanId: held.row.id };
  const [draw, original] = await Promise.all([
    findDraw(tx, held, input.drawId),
    input.originalPurchaseId == null ? undefined : findOfLine(tx, keys, input.originalPurchaseId, 'originalPurchaseId'),
  ]);
  return (await recordPast(ctx, tx, held.row, input, { draw, original })).row;
}

/** Adds past purchases of a line that is made in the same commit: they name these draws, and purchases before them. */
export async function addPastPurchases(
  ctx: Context,
  tx: Tx,
  loan: LoanRow,
  inputs: readonly PastPurchaseInput[],
  draws: readonly Pick<DrawRow, 'id' | 'external_id'>[],
  within: <T>(i: number, work: () => Promise<T>) => Promise<T>,
): Promise<PurchaseRow[]> {
  mustHavePast(loan);
  const made = new Map<string, PurchaseRow>();
  const byReference = new Map<string, string>();
  for (const [i, input] of inputs.entries()) {
    await within(i, async () => {
      const draw = draws.find(({ external_id }) => `ext-${external_id}` === input.drawId);
      if (draw === undefined) throw refuseField('drawId', 'names no draw of the line', 'ext- and its external id');
      const original = originalAmong(made, byReference, input);
      const { row, original: changed } = await recordPast(ctx, tx, loan, input, { draw, original });
      made.set(row.id, row);
      if (row.external_id !== null) byReference.set(`ext-${row.external_id}`, row.id);
      if (changed !== undefined) made.set(changed.id, changed);
    });
  }
  return [...made.values()];
}

function originalAmong(
  made: ReadonlyMap<string, PurchaseRow>,
  byReference: ReadonlyMap<string, string>,
  { originalPurchaseId: reference }: PastPurchaseInput,
): PurchaseRow | undefined {
  if (reference == null) return undefined;
  const found = made.get(byReference.get(reference) ?? '');
  if (found !== undefined) return found;
  const expected = 'ext- and the external id of a purchase before this one';
  throw refuseField('originalPurchaseId', 'names no past purchase of the line', expected);
}

async function recordPast(
  ctx: Context,
  tx: Tx,
  loan: LoanRow,
  input: PastPurchaseInput,
  { draw, original }: Named,
): Promise<{ readonly row: PurchaseRow; readonly original: PurchaseRow | undefined }> {
  const row = await newRow(ctx, tx, loan, input, draw);
  purchases.claimExternalId(tx, row);
  const { path, on } = pastMomentOf(loan, momentSaid(input));
  mustBePast(ctx, loan, draw, path, on);
  if (original !== undefined) mustBeRefundOf(original, row, input);
  purchases.insert(tx, { ...row, original_id: original?.id ?? null });
  const made = { ...row, original_id: original?.id ?? null };
  if (original === undefined || isOff(row.status)) return { row: made, original: undefined };
  const changed = { ...original, refunded: original.refunded + row.amount, updated_at: ctx.now };
  purchases.write(tx, changed);
  return { row: made, original: changed };
}

const momentSaid = ({ purchaseDate, timestamps }: PastPurchaseInput) => ({
  purchaseDate,
  effectiveAt: timestamps?.effectiveAt,
  statusAt: timestamps?.settledAt,
});

async function newRow(
  ctx: Context,
  tx: Tx,
  loan: LoanRow,
  input: PastPurchaseInput,
  draw: Named['draw'],
): Promise<PurchaseRow> {
  const status = purchaseStates.move(start, verbOfStatus[input.status ?? 'settled']).to;
  mustFitItsType(input, status);
  const { moment } = pastMomentOf(loan, momentSaid(input));
  const { authorizedAt = null, settledAt } = input.timestamps ?? {};
  return {
    person_id: loan.person_id,
    id: newId('DP'),
    company_id: loan.company_id,
    loan_id: loan.id,
    draw_id: draw.id,
    position: ctx.position(),
    external_id: input.externalId ?? null,
    type: typeOf(input.type),
    status,
    amount: input.amount,
    refunded: 0,
    disputed: 0,
    refund_not_due: null,
    ...moment,
    authorized_at: authorizedAt,
    settled_at: settledAt ?? (isSettled(status) ? moment.effective_at : null),
    fact_id: null,
    authorization_id: null,
    replaced_by: null,
    original_id: null,
    details: {
      ...(await saidOf(tx, {}, input, status)),
      isPast: true,
      ...(input.migration?.originalDrawId == null ? {} : { originalDrawId: input.migration.originalDrawId }),
    },
    meta_data: storedMetaData(metaDataOf(input) ?? null),
    created_at: ctx.now,
    updated_at: null,
  };
}

/** Once the books have begun: only before their first day, and on a draw that there was then. */
function mustBePast({ now }: Context, loan: LoanRow, draw: Named['draw'], path: string, on: Day): void {
  const today = todayOf(loan, now);
  if (on > today) throw refuseField(path, 'has not come yet', `at most ${dateOf(today)}`);
  const first = startOf(loan);
  if (first !== undefined && on >= first) {
    const message = 'is not before the first day of the books: what happened since then is replayed';
    throw refuseField(path, message, `a date before ${dateOf(first)}, or POST .../draws/{drawId}/purchases`);
  }
  if (draw.started_on == null || dateOf(on) >= draw.started_on) return;
  throw refuseField(path, 'lies before the draw began', `${draw.started_on} or later`);
}

/** Errors: PurchaseTypeForbids, PurchaseStatusForbids, AmountExceedsPurchase, InvalidRequest. */
function mustBeRefundOf(original: PurchaseRow, row: PurchaseRow, { amount }: PastPurchaseInput): void {
  if (!isPast(original)) {
    throw refuseField('originalPurchaseId', 'is on the books of the line', 'a past purchase, or POST .../purchases');
  }
  if (!isOff(row.status)) mustBeRefundable(original, amount);
}

// ---- taken over -----------------------------------------------------------------------------------------------------

type Since = { readonly personId: string; readonly loanId: string; readonly from: Instant };

const countingFrom = prepared((db, placeholder: PlaceholderOf<Since>) =>
  db
    .selectFrom('purchases')
    .selectAll()
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId'))
    .where('effective_at', '>=', placeholder('from'))
    .orderBy('effective_at')
    .orderBy('position'),
);

/** The past purchases of a line that is not active yet, on or after the first day of its books. */
export const pastPurchasesFrom = (reader: Reader, { person_id, id, zone }: LoanRow, first: Day) =>
  reader.rows(countingFrom(reader.db, { personId: person_id, loanId: id, from: startOfDay(first, zone) }));

/** Whether a past purchase of a line that is made in the same commit counts in its books. */
export const countsFrom = (loan: LoanRow, row: PurchaseRow, first: Day): boolean => dayOfPurchase(row, loan) >= first;

/**
 * From now on they are on the books, and no longer only a record. Returns their facts. `draws`: those that are taken
 * over. Errors: InvalidRequest.
 */
export async function takePurchasesIntoBooks(
  tx: Tx,
  loan: LoanRow,
  rows: readonly PurchaseRow[],
  draws: ReadonlySet<string>,
): Promise<Fact[]> {
  const booked = rows.filter(({ status }) => !isOff(status));
  const taken = new Map(booked.map((row) => [row.id, intoBooks(loan, row, draws)]));
  const facts: Fact[] = [];
  for (const row of taken.values()) {
    const { original_id: id } = row;
    const original = id === null ? undefined : (taken.get(id) ?? (await purchases.withId(tx, loan.person_id, id)));
    const fact = factOf(loan, row, original);
    if (fact !== undefined) facts.push(asFact(fact));
    purchases.write(tx, row);
  }
  return facts;
}

function intoBooks(loan: LoanRow, row: PurchaseRow, draws: ReadonlySet<string>): PurchaseRow {
  if (!draws.has(row.draw_id)) {
    const on = dateOf(dayOfPurchase(row, loan));
    const message = `does not name ${row.draw_id}, on which ${row.external_id ?? row.id} was bought on ${on}`;
    throw refuseField('balances.draws', message, 'every draw with a purchase since the books begin');
  }
  const { isPast: _, ...details } = row.details;
  return { ...row, fact_id: row.id, details };
}
