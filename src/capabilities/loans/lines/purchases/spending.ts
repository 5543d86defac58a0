// Whether a draw may be spent on, and how much. The line is read with its version, which the same commit raises: so two
// purchases never spend the same credit.
import { availableOn } from '@tenor/engine/line/limit.ts';
import { type Line, lineAt } from '@tenor/engine/line/line.ts';
import { daysPastDue } from '@tenor/engine/line/obligations.ts';
import { type NoSpending, whyNoSpending } from '@tenor/engine/line/spending.ts';
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal, refuseFields } from '#platform/errors.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { inWords } from '../../core/loan/statuses.ts';
import { lineTermsOf, ownPosition, ownState } from '../../core/products/lines.ts';
import { stateOn } from '../../core/timeline/compute-state.ts';
import { purchaseErrors } from './errors.ts';

interface Spending {
  readonly drawId: string;
  /** How much more than before is used of the limit. */
  readonly more: number;
  /** Whether it is bought now, and not only posted: what was authorized is posted whatever came since. */
  readonly isNew: boolean;
  readonly force: boolean;
}

/** Errors: SpendingNotAllowed, AmountExceedsCreditLimit. */
export async function mustBeSpendable(reader: Reader, held: HeldLoan, today: Day, spending: Spending): Promise<void> {
  const line = await lineOn(reader, held, today);
  const draw = line.byId.get(spending.drawId);
  if (draw === undefined) throw notAllowed('the draw is not active', spending);
  const why = spending.isNew ? whyNoSpending(line, draw, today) : null;
  if (why !== null) throw notAllowed(reasons[why](line, today), spending);
  if (spending.force || spending.more <= 0) return;
  const available = availableOn(line, draw, today) as Cents;
  if (spending.more <= available) return;
  throw refuseFields(purchaseErrors.AmountExceedsCreditLimit, [
    {
      path: 'amount',
      message: `uses ${formatCents(spending.more as Cents)} more of the limit, and ${formatCents(available)} may still be spent`,
      expected: `at most ${formatCents(available)} more than before, or force`,
    },
  ]);
}

async function lineOn(reader: Reader, held: HeldLoan, today: Day): Promise<Line> {
  const { state } = await stateOn(reader, held, Math.max(today, held.row.state?.through ?? today));
  return lineAt(lineTermsOf(held.row), ownState(state).position);
}

const reasons: Readonly<Record<NoSpending, (line: Line, today: Day) => string>> = {
  lineNotActive: ({ position }) => `the line is ${inWords(position.standing)}`,
  lineClosed: () => 'the line is closed',
  linePastDue: ({ position, terms }, today) => {
    const days = daysPastDue(position, terms.delinquency, today);
    return `the line is ${days} days past due, more than ${terms.blockPurchasesOverdueDays}`;
  },
  drawsFrozen: () => 'spending on the draws of the line is frozen',
  drawClosed: () => 'the draw is closed',
  drawEnded: () => 'the last day of the draw is over',
  drawStatic: () => 'the draw is static',
};

const notAllowed = (reason: string, { drawId }: { readonly drawId: string }): Refusal =>
  new Refusal(purchaseErrors.SpendingNotAllowed, `Nothing may be bought on ${drawId}: ${reason}.`, {
    data: { reason, drawId },
  });

/** What an authorization still holds. */
export function amountOnHold({ row }: HeldLoan, factId: string, today: Day): number {
  const holds = ownPosition(row)?.holds ?? [];
  return holds.find(({ id, until }) => id === factId && until > today)?.amount ?? 0;
}
