// The next payment that a plan takes, for whoever tells the borrower of it.

import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { nextExpected } from './expected.ts';
import { onTheWay } from './items.ts';
import { type Asking, planInView } from './show-plan.ts';
import { planById } from './stored-plan.ts';

export interface NextPayment {
  /** The day on which it counts. */
  readonly date: CivilDate;
  readonly amount: Cents;
}

/** One that was released and has not counted yet; otherwise the one that the schedule shows next. Null: there is none. */
export async function nextPayment(ctx: Asking, reader: Reader, held: HeldLoan): Promise<NextPayment | null> {
  const { person_id: personId, autopay_plan_id: planId } = held.row;
  const row = planId === null ? undefined : await planById(reader, personId, planId);
  const view = row && (await planInView(ctx, reader, held, row));
  if (view === undefined) return null;
  const { plan, ahead, items, decided } = view;
  const [released] = onTheWay(items, dateOf(plan.today));
  if (released !== undefined) return { date: released.effective_on, amount: released.amount as Cents };
  const next = nextExpected(ahead, plan, decided);
  return next === undefined || next.amount === 0 ? null : { date: dateOf(next.plannedOn), amount: next.amount };
}
