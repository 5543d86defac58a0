// What a second person has decided about money that waits to be paid out. All that was asked of its account is asked again.

import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Decided, Deciding, Leave } from '#capabilities/moving-money/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { findLoan } from '../../core/lifecycle/loan.ts';
import { mustBeFree } from '../../core/loan/lock.ts';
import { touchLoan } from '../../core/transactions/commands/update-transaction.ts';
import { movedTo, tellDisbursement } from './disbursement.ts';
import { withdrawPayout } from './disbursement-taker.ts';
import type { Effects, PaidOut } from './effect.ts';
import { orderPayout } from './pay-out.ts';
import { payeeAgain } from './payee.ts';
import { disbursementStates } from './states.ts';
import { payouts } from './tables.ts';

/** Errors: Locked, NotFound, InstrumentCannotBeCharged, PaymentProcessorNotConfigured, InvalidRequest (a limit). */
export const decidePayout =
  (effects: Effects) =>
  async (work: Deciding, tx: Tx, decision: Decided): Promise<void> => {
    const { subject, personId } = decision;
    const row = await payouts.withId(tx, personId, subject.id);
    const held = row && (await findLoan(tx, { personId, loanId: row.loan_id }));
    if (row === undefined || held === undefined) throw new Error(`An approval is of no disbursement: ${subject.id}.`);
    mustBeFree(held.row, work.machineMicros());
    const paid: PaidOut = { work, tx, held, row };
    if (decision.is === 'approved') await orderAgain(paid, decision.leave);
    else await withdrawPayout(effects, paid);
  };

async function orderAgain({ work, tx, held, row }: PaidOut, leave: Leave): Promise<void> {
  const payee = await payeeAgain(work, tx, held.row, row);
  const { to, emits } = disbursementStates.move(row.status, 'order');
  const attempt_id = await orderPayout(work, tx, held, { id: row.id, amount: row.amount as Cents, payee, leave });
  const order = { ...movedTo(row, to, work.now), attempt_id, carrier_id: payee.way.carrier.id };
  payouts.write(tx, order);
  touchLoan(tx, held.row);
  tellDisbursement(work, held.row, order, emits);
}
