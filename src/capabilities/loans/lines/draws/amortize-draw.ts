// Spreads what is owed on a draw, and is not due, over statements; and what that would look like for a purchase.
import type { LineFact } from '@tenor/engine/line/facts.ts';
import { previewAmortization } from '@tenor/engine/line/preview.ts';
import type { Amortization, DrawTerms } from '@tenor/engine/line/terms.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { presentDifference } from '../../core/books/present-difference.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { type Row, scheduleItem } from '../../core/loan/schedule-item.ts';
import { todayOf } from '../../core/loan/today.ts';
import { lineTermsOf, ownPosition, statementsMax } from '../../core/products/lines.ts';
import { factId } from '../../core/timeline/fact-id.ts';
import { changeBooks } from './change-books.ts';
import { findDraw } from './draw.ts';
import { drawTerms } from './draw-terms.ts';
import { drawSchedule } from './schedule.ts';
import type { Amortize, Amortized, AmortizePreview, Schedule } from './schemas.ts';
import { drawStates } from './states.ts';

/** Errors: NotFound, DrawStatusForbids, InvalidRequest, NothingToDo (without principal, or with grace). */
export async function amortizeDraw(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reference: string,
  input: Amortize,
): Promise<Amortized> {
  const row = await findDraw(tx, held, reference);
  drawStates.mustAllow(row.status, 'amortize');
  const by = amortizationOf(input, null);
  mustBeEnough(by, principalOf(held, row.id));
  const fact: LineFact = {
    kind: 'amortization',
    id: factId(held.row, 'amortization'),
    on: todayOf(held.row, ctx.now),
    draw: row.id,
    by,
  };
  const timestamps = { ...row.timestamps, lastAmortizedAt: ctx.now };
  const { changed, books } = await changeBooks(ctx, tx, held, row, [fact], { draw: { timestamps } });
  const rows = await drawSchedule(books, row.id);
  mustBePaid(rows, by);
  return {
    schedule: rows.map((one) => scheduleItem(held.row.id, one)),
    difference: input.previewMode ? await presentDifference(held, changed) : null,
  };
}

/** Shows how a purchase on a new draw of the line would be amortized. Errors: InvalidRequest. */
export async function previewAmortized(
  reader: Reader,
  held: HeldLoan,
  input: AmortizePreview,
  now: CommandContext['now'],
): Promise<Schedule> {
  const { purchaseAmount: amount, startDate } = input;
  mustHaveTerms(held);
  if (amount <= 0) throw refuseField('purchaseAmount', 'must be more than zero', 'an amount of at least 0.01');
  const terms = await drawTerms(reader, held, {
    gracePeriod: { isGracePeriodApplicable: false },
    fees: {
      drawFeeAmount: input.drawFee ?? null,
      serviceFeeAmount: input.serviceFeeAmount ?? null,
      serviceFeeCapAmount: input.serviceCapAmount ?? null,
    },
  });
  const by = amortizationOf(input, terms.amortization);
  const on = startDate == null ? todayOf(held.row, now) : dayOf(startDate);
  mustBeEnough(by, amount);
  const rows = untilPaid(previewAmortization(lineTermsOf(held.row), terms, { amount, on, by }), amount);
  mustBePaid(rows, by);
  return { schedule: rows.map((row) => scheduleItem(held.row.id, row)) };
}

/** Up to the instalment that pays the last of the principal: the interest of the days until then comes by itself. */
function untilPaid(rows: ReturnType<typeof previewAmortization>, amount: Cents): Row[] {
  let balance: number = amount;
  return rows.flatMap(({ dueOn, interest, principal, fees }, i) => {
    if (balance === 0) return [];
    balance -= principal;
    return { ordinal: i + 1, dueOn, interest, principal, fees, balance: balance as Cents };
  });
}

const principalOf = ({ row }: HeldLoan, drawId: string): number =>
  ownPosition(row)?.draws.find(({ id }) => id === drawId)?.principal ?? 0;

/** Before anything is computed: with less, no interest rate is low enough. Errors: InvalidRequest. */
function mustBeEnough({ amount }: Amortization, principal: number): void {
  if (amount !== null && amount * statementsMax < principal) throw neverPaid();
}

/** With an instalment that is too small only the minimum of the line is asked for. Errors: InvalidRequest. */
function mustBePaid(rows: readonly Row[], { amount }: Amortization): void {
  if (amount !== null && (rows.length > statementsMax + 1 || (rows.at(-1)?.balance ?? 0) > 0)) throw neverPaid();
}

const neverPaid = () =>
  refuseField(
    'recurringAmount',
    `does not pay the principal and its interest within ${statementsMax} statements`,
    'a larger amount, or a duration',
  );

function mustHaveTerms({ row: { id, status, terms } }: HeldLoan): void {
  if (terms !== null) return;
  throw new Refusal(loanErrors.LoanStatusForbids, `${id} is ${status}: it has no terms before its origination.`, {
    data: { status, allowed: ['originated', 'active'] },
  });
}

/** At most one of the two may be given; without either it is `otherwise`. Errors: InvalidRequest. */
function amortizationOf(
  { duration, recuringAmount, recurringAmount }: Pick<Amortize, 'duration' | 'recuringAmount' | 'recurringAmount'>,
  otherwise: DrawTerms['amortization'],
): Amortization {
  const amount = recuringAmount ?? recurringAmount ?? null;
  if (duration == null && amount === null) {
    if (otherwise !== null) return otherwise;
    throw refuseField('duration', 'is required', 'a number of statements, or recurringAmount');
  }
  if (duration == null) {
    if ((amount as Cents) > 0) return { duration: null, amount: amount as Cents };
    throw refuseField('recurringAmount', 'must be more than zero', 'an amount of at least 0.01');
  }
  if (amount === null) return { duration, amount: null };
  throw refuseField('recurringAmount', 'follows from the duration', 'one of the two');
}
