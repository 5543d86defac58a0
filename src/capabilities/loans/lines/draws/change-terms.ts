// What is agreed anew for a running draw: its limit, its minimum payment, its fees.
import type { FeeType } from '@tenor/engine/account/terms.ts';
import type { LineFact } from '@tenor/engine/line/facts.ts';
import type { Draw as BookedDraw } from '@tenor/engine/line/state.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { type FeeKind, feeTypesOf } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, refuseField } from '#platform/errors.ts';
import { drawLimitChanged } from '../../core/loan/draw-events.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { DrawRow } from '../../core/loan/tables.ts';
import { todayOf } from '../../core/loan/today.ts';
import { factId } from '../../core/timeline/fact-id.ts';
import { changeBooks, presentChanged } from './change-books.ts';
import { findDraw } from './draw.ts';
import { booksToday } from './line.ts';
import type { ChangedDraw, DrawFeeChange, DrawLimitChange, DynamicFees, MinimumChange } from './schemas.ts';
import { drawStates } from './states.ts';
import { tellOfDraw } from './told.ts';

/** Errors: NotFound, DrawStatusForbids, InvalidRequest. */
export async function changeDrawLimit(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reference: string,
  { creditLimitAmount: amount }: DrawLimitChange,
): Promise<ChangedDraw> {
  const row = await findDraw(tx, held, reference);
  drawStates.mustAllow(row.status, 'changeLimit');
  if (amount !== null) mustNotBeNegative('creditLimitAmount', amount);
  const fact: LineFact = { ...base(ctx, held, row, 'drawLimit'), kind: 'drawLimit', amount };
  const changed = await changeBooks(ctx, tx, held, row, [fact]);
  tellOfDraw(ctx, held.row, row, [drawLimitChanged]);
  return presentChanged(held, changed, false);
}

/** From the next statement on. Errors: NotFound, DrawStatusForbids, InvalidRequest. */
export async function changeMinimum(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reference: string,
  { percentageOfPrincipal: percent, minAmount, previewMode }: MinimumChange,
): Promise<ChangedDraw> {
  const row = await findDraw(tx, held, reference);
  drawStates.mustAllow(row.status, 'changeTerms');
  if (percent == null && minAmount == null) {
    throw refuseField('percentageOfPrincipal', 'is required', 'a part of the principal, or minAmount');
  }
  if (minAmount != null) mustNotBeNegative('minAmount', minAmount);
  if (percent != null && (Number(percent) < 0 || Number(percent) > 1)) {
    throw refuseField('percentageOfPrincipal', 'is no part of the principal', 'a number from 0 to 1');
  }
  const { minimum: before } = (await inBooks(ctx, tx, held, row)).terms;
  const minimum = { percentOfPrincipal: percent ?? before.percentOfPrincipal, amount: minAmount ?? before.amount };
  const fact: LineFact = { ...base(ctx, held, row, 'minimumTerms'), kind: 'minimumTerms', minimum };
  return presentChanged(held, await changeBooks(ctx, tx, held, row, [fact]), previewMode);
}

/** Replays from the activation of the draw. Errors: NotFound, DrawStatusForbids, InvalidRequest. */
export async function changeDrawFee(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reference: string,
  { feeAmount: amount, previewMode }: DrawFeeChange,
): Promise<ChangedDraw> {
  const row = await findDraw(tx, held, reference);
  drawStates.mustAllow(row.status, 'changeDrawFee');
  mustNotBeNegative('feeAmount', amount);
  const fact: LineFact = { ...base(ctx, held, row, 'feeChange'), kind: 'feeChange', type: 'draw', amount, cap: null };
  return presentChanged(held, await changeBooks(ctx, tx, held, row, [fact]), previewMode);
}

/** From the next statement on; the past stays. Errors: NotFound, DrawStatusForbids, InvalidRequest. */
export async function changeDynamicFees(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reference: string,
  { dynamicFees, previewMode }: DynamicFees,
): Promise<ChangedDraw> {
  const row = await findDraw(tx, held, reference);
  drawStates.mustAllow(row.status, 'changeTerms');
  const types = await typesByName(tx, held);
  const facts = dynamicFees.map(({ apiName, feeAmount, feeCapAmount }, i): LineFact => {
    const path = `dynamicFees[${i}]`;
    const type = types.get(apiName);
    if (type === undefined) {
      const message = 'is no fee that a draw is charged with each statement';
      throw refuseField(`${path}.apiName`, message, [...types.keys()].join(', ') || 'a fee type of the loan type');
    }
    const amount = feeAmount ?? zeroCents;
    mustNotBeNegative(`${path}.feeAmount`, amount);
    if (feeCapAmount != null) mustNotBeNegative(`${path}.feeCapAmount`, feeCapAmount);
    return { ...base(ctx, held, row, 'feeChange', i), kind: 'feeChange', type, amount, cap: feeCapAmount ?? null };
  });
  mustNameEachOnce(dynamicFees.map(({ apiName }) => apiName));
  return presentChanged(held, await changeBooks(ctx, tx, held, row, facts), previewMode);
}

/** The kinds of fees that are charged with each statement. */
const periodic: Partial<Record<FeeKind, FeeType>> = { serviceFee: 'service', membershipFee: 'membership' };

async function typesByName(reader: Reader, { row }: HeldLoan): Promise<Map<string, FeeType>> {
  const types = await feeTypesOf(reader, row.loan_type_id);
  return new Map(
    types.flatMap(({ api_name, fee_type }) => {
      const type = periodic[fee_type];
      return type === undefined ? [] : [[api_name, type] as const];
    }),
  );
}

function mustNameEachOnce(names: readonly string[]): void {
  const twice = names.flatMap((name, i) => (names.indexOf(name) < i ? [i] : []));
  mustHaveNone(
    twice.map((i) => ({ path: `dynamicFees[${i}].apiName`, message: 'is named twice', expected: 'each fee once' })),
  );
}

function mustNotBeNegative(path: string, amount: Cents): void {
  if (amount < 0) throw refuseField(path, 'must not be negative', 'an amount of at least 0');
}

const base = ({ now }: CommandContext, { row: line }: HeldLoan, { id }: DrawRow, kind: LineFact['kind'], more = 0) => ({
  id: factId(line, kind, more),
  on: todayOf(line, now),
  draw: id,
});

/** A draw that is active is in the books. */
async function inBooks(ctx: CommandContext, tx: Tx, held: HeldLoan, { id }: DrawRow): Promise<BookedDraw> {
  const books = await booksToday(tx, held, ctx.now);
  const found = books?.state.position.draws.find((draw) => draw.id === id);
  if (found === undefined) throw new Error(`The draw ${id} is active, and not in the books of its line.`);
  return found;
}
