// A change of a loan says what has become of what its borrower promised to pay, in the commit of the change: when money
// comes or goes back, and when nothing is owed any more. Only loans with a promise are looked at.

import type { Tx } from '#platform/db/realm-database.ts';
import type { LoanRow } from '../loan/tables.ts';
import { promises } from '../promises/base/promise.ts';
import { brought, moneyRecorded, promisesOf } from '../promises/base/stored.ts';
import type { LoanContext, Replayed } from './replayed.ts';

type Noted = Replayed & { readonly ctx: LoanContext; readonly row: LoanRow };

/** After the facts of the change were stored. */
export async function notePromises(tx: Tx, { ctx, row, before, after, fresh }: Noted): Promise<void> {
  if (row.promise_plan_id === null) return;
  const isOfMoney = fresh.some(({ kind }) => kind === 'payment' || kind === 'undo');
  if (!isOfMoney && before.position.paidOffOn === after.position.paidOffOn) return;
  const plans = await promisesOf(tx, row);
  if (plans.length === 0) return;
  const recorded = await moneyRecorded(tx, row, Math.min(...plans.map(({ after_fact }) => after_fact)));
  for (const plan of plans) {
    const now = brought(ctx, row, plan, recorded);
    if (now !== plan) promises.write(tx, now);
  }
}
