// Payments to come are deferred: to additional due dates at the end, or into the last payment. Interest goes on.
import { subtractCents, sumCents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem, refuseField } from '#platform/errors.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import type { NewFact } from '../../../core/loan/relief.ts';
import { changedHardship } from '../present.ts';
import { stateForTool, useTool } from '../record.ts';
import type { ChangedHardship, Deferral } from '../schemas.ts';

/** Errors: LoanStatusForbids, NotForLines, PaymentPlanActive, InvalidRequest. */
export async function deferPayments(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  { deferTo, disasterNumber, sendNotice = null, previewMode, ...asked }: Deferral,
): Promise<ChangedHardship> {
  const state = await stateForTool(ctx, tx, held, 'deferral');
  const to = deferTo ?? 'end';
  const deferrable = held.product.relief.deferrable(state);
  const days = daysOf(asked, deferrable);
  mustBeDeferrable(days, deferrable);
  if (to === 'end') mustBeAddable(days.length, held.product.relief.addable(state));
  const used = await useTool(ctx, tx, held, {
    kind: 'deferral',
    said: {
      dueDates: days.toSorted((a, b) => a - b).map(dateOf),
      deferTo: to,
      ...(disasterNumber == null ? {} : { disasterNumber }),
      sendNotice,
    },
    facts: days.map((dueDate): NewFact => ({ kind: 'deferral', dueDate, to })),
    finalOn: () => Math.max(...days),
  });
  const planned = await held.product.scheduleAhead(held, state, used.changed.known);
  const deferred = planned.filter(({ date }) => days.includes(dayOf(date)));
  return {
    ...(await changedHardship(tx, held, used, previewMode)),
    deferredAmount: sumCents(deferred.map(({ amount, feesAmount }) => subtractCents(amount, feesAmount))),
  };
}

/** Errors: InvalidRequest. */
function daysOf(
  { dueDates, numberOfPayments }: Pick<Deferral, 'dueDates' | 'numberOfPayments'>,
  deferrable: readonly Day[],
): readonly Day[] {
  if (numberOfPayments == null) return dueDates?.map(dayOf) ?? deferrable.slice(0, 1);
  if (dueDates != null) throw refuseField('numberOfPayments', 'is beside dueDates', 'one of the two');
  if (numberOfPayments <= deferrable.length) return deferrable.slice(0, numberOfPayments);
  throw refuseField('numberOfPayments', 'is more than can be deferred', `at most ${deferrable.length}`);
}

/** Errors: InvalidRequest, with all dates that are wrong. */
function mustBeDeferrable(days: readonly Day[], deferrable: readonly Day[]): void {
  const shown = deferrable.slice(0, 3).map(dateOf).join(', ');
  const more = deferrable.length > 3 ? ', …' : '';
  const expected =
    deferrable.length === 0
      ? 'nothing: no payment but the last one is to come that is not deferred'
      : `one of ${shown}${more}`;
  if (days.length === 0) throw refuseField('dueDates', 'has nothing to defer', expected);
  mustHaveNone(
    days.flatMap((day, i): Problem[] => {
      const path = `dueDates[${i}]`;
      if (days.indexOf(day) < i) return [{ path, message: 'is named twice', expected: 'each due date once' }];
      if (deferrable.includes(day)) return [];
      return [{ path, message: 'is no due date to come that can be deferred', expected }];
    }),
  );
}

/** Errors: InvalidRequest. */
function mustBeAddable(more: number, addable: number): void {
  if (more <= addable) return;
  const expected = `at most ${addable} of them, or deferTo lastPayment`;
  throw refuseField('dueDates', 'would give the loan more due dates than it can have', expected);
}
