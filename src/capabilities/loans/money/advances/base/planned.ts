// Advances that were agreed with a loan become objects with its activation. What can never be lent, because its day has
// come or lies behind the schedule, is canceled at once, and says why.

import type { FactOf } from '@tenor/engine/account/facts.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Static, TObject } from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { releaseExternalIdOf } from '#platform/resource/external-ids.ts';
import { start } from '#platform/states.ts';
import type { LoanContext } from '../../../core/books/replayed.ts';
import type { saidOfAdvances } from '../../../core/loan/advance-schemas.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import type { LoanRow } from '../../../core/loan/tables.ts';
import { movedTo } from '../../../core/loan/thing.ts';
import { startOfDay, todayOf } from '../../../core/loan/today.ts';
import { factId } from '../../../core/timeline/fact-id.ts';
import { positionOf } from '../../../core/timeline/held-loan.ts';
import { type AdvanceRow, advanceStates, advances } from './advance.ts';
import { metaDataOf, saidOf } from './said.ts';
import { actAtOf, tellAdvance } from './stored.ts';

/** `row`: the loan as it was activated on that day; those of an activation that was undone are gone. */
export async function beginAdvances(
  ctx: LoanContext & Pick<CommandContext, 'position'>,
  tx: Tx,
  { product }: HeldLoan,
  row: LoanRow,
  on: Day,
): Promise<void> {
  const planned = product.advances?.planned(row.terms) ?? [];
  if (planned.length === 0) return;
  const last = product.advances?.lastDay(positionOf(product, row)) ?? null;
  const before = await tx.rows(advances.of(tx, { personId: row.person_id, loanId: row.id }));
  const known = new Set(before.filter(({ status }) => status !== 'canceled').map(({ advance_on }) => advance_on));
  const said = agreedOf(row);
  for (const [i, { on: day, amount }] of planned.entries()) {
    if (known.has(dateOf(day))) continue;
    const sent = said[i]?.advanceDate === dateOf(day) ? said[i] : undefined;
    const { to, emits } = advanceStates.move(start, 'schedule');
    const one = advances.newRow(ctx, row, {
      external_id: sent?.externalId ?? null,
      status: to,
      amount,
      original_amount: amount,
      advance_on: dateOf(day),
      planned_on: dateOf(day),
      details: { said: await saidOf(tx, {}, sent?.advanceDetails), cancelReason: null },
      meta_data: metaDataOf(sent ?? {}) ?? null,
      timestamps: { scheduledAt: ctx.now },
    });
    const why = day <= on ? 'beforeActivation' : last !== null && day > last ? 'afterLastDueDate' : null;
    const made =
      why === null ? { ...one, act_at: fromTomorrow(ctx, row, actAtOf(one, row)) } : neverLent(one, why, ctx);
    takeOverExternalId(tx, before, made);
    advances.insert(tx, made);
    tellAdvance(ctx, row, made, emits, null);
  }
}

type PlannedAdvance = Static<TObject<typeof saidOfAdvances>> & { readonly advanceDate: CivilDate };

/** They are in the terms in the order in which they were agreed. */
const agreedOf = ({ at_origination }: LoanRow): readonly PlannedAdvance[] =>
  (at_origination as { readonly advanceSchedule?: PlannedAdvance[] | null }).advanceSchedule ?? [];

/** Frees the external id of an advance whose activation was undone. Errors: DuplicateExternalId. */
function takeOverExternalId(tx: Tx, before: readonly AdvanceRow[], row: AdvanceRow): void {
  const gone = before.find(({ external_id }) => external_id !== null && external_id === row.external_id);
  if (gone !== undefined) {
    releaseExternalIdOf(tx, { kind: advances.name, objectId: gone.id }, gone.external_id as string);
    advances.write(tx, { ...gone, external_id: null });
  }
  advances.claimExternalId(tx, row);
}

/** Advances in the past of a loan that is taken over wait for a day, so that they can be settled. */
function fromTomorrow({ now }: LoanContext, loan: LoanRow, at: Instant | null): Instant {
  const tomorrow = startOfDay(todayOf(loan, now) + 1, loan.zone);
  return at === null || at < tomorrow ? tomorrow : at;
}

/** The schedule does not count on it. */
const neverLent = (row: AdvanceRow, cancelReason: string, { now }: LoanContext): AdvanceRow => ({
  ...movedTo(row, advanceStates.to('cancel'), now),
  planned_on: null,
  details: { ...row.details, cancelReason },
});

/** The schedule has known an advance of that day and amount from the start. */
export const isAsPlanned = (row: AdvanceRow): boolean =>
  row.planned_on === row.advance_on && row.amount === row.original_amount;

/** The schedule is solved again, without what it has counted on. */
export const solvedAgain = (loan: LoanRow, on: Day, more = 0): FactOf<'reamortization'> => ({
  kind: 'reamortization',
  id: factId(loan, 'reamortization', more),
  on,
  count: null,
  amount: null,
});

export const factOfAdvance = (row: AdvanceRow): FactOf<'advance'> => ({
  kind: 'advance',
  id: row.id,
  on: dayOf(row.advance_on),
  amount: row.amount,
  afterwards: row.details.keepsPayment ? 'keepPayment' : 'reamortize',
});
