// Changes the ceiling of a loan in its books, emits the event of it, and makes the answer of the command.

import type { Fact } from '@tenor/engine/account/facts.ts';
import { type Cents, sumCents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { asLoanContext, type Changed, changeLoan } from '../../core/books/change-loan.ts';
import { presentDifference } from '../../core/books/present-difference.ts';
import type { LoanContext } from '../../core/books/replayed.ts';
import { type FeesOfLoan, feesAfter, feesOf } from '../../core/charges/fees.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { todayOf } from '../../core/loan/today.ts';
import type { ChangedScraCap } from './schemas.ts';
import { caps, type ScraCapRow, tellCap } from './scra-cap.ts';

/** A cap as it will be, and what makes it so. */
export interface CapOnBooks {
  readonly row: ScraCapRow;
  /** None: only what no book knows has changed. */
  readonly facts: readonly Fact[];
  readonly emits: readonly EventKind[];
  /** Whether the borrower is to hear of it, where somebody has said so. */
  readonly sendNotice?: boolean | null | undefined;
}

export async function recordCap(
  ctx: LoanContext,
  tx: Tx,
  held: HeldLoan,
  { row, facts, emits, sendNotice = null }: CapOnBooks,
  write = caps.write,
): Promise<Changed> {
  const changed = await changeLoan(ctx, tx, held, facts, { details: { sendNotice } });
  write(tx, row);
  tellCap(ctx, held.row, row, emits);
  return changed;
}

interface CapChange extends CapOnBooks {
  readonly previewMode: boolean | null | undefined;
  readonly isNew?: boolean;
}

export async function recordAndAnswer(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  { previewMode, isNew = false, ...change }: CapChange,
): Promise<ChangedScraCap> {
  const { row } = change;
  const fees = await feesOf(tx, held, todayOf(held.row, ctx.now));
  const changed = await recordCap(asLoanContext(ctx), tx, held, change, isNew ? caps.insert : caps.write);
  return {
    ...caps.show(row),
    ...(previewMode && isNew ? { id: null } : {}),
    feesInServiceAmount: feesOn(row, await feesAfter(fees, changed.fresh)),
    difference: previewMode ? await presentDifference(held, changed, row.id) : null,
  };
}

/** Fees that were charged on its days and are not given up. */
function feesOn({ start_on, end_on }: ScraCapRow, { fees }: FeesOfLoan): Cents {
  const charged = fees.filter(({ on }) => dateOf(on) >= start_on && (end_on === null || dateOf(on) <= end_on));
  return sumCents(charged.map(({ amount, waived }) => (amount - waived) as Cents));
}
