// The day of settlements: offers that nobody has accepted expire on the day after their last one.
import { dayOfThings } from '../day/things-day.ts';
import { movedTo } from '../loan/thing.ts';
import { touchLoan } from '../transactions/commands/update-transaction.ts';
import { settlementStatusChanged } from './base/events.ts';
import { settlementStates, settlements, tellSettlement } from './base/settlement.ts';
import { dueSettlements } from './due.ts';

export const settlementsDay = dayOfThings({
  name: 'settlements',
  due: dueSettlements,
  emits: [settlementStatusChanged],
  async bring(ctx, tx, { row: loan }, { person_id, id }) {
    const before = await settlements.withId(tx, person_id, id);
    if (before?.act_at == null || before.act_at > ctx.now) return;
    const { to, emits } = settlementStates.move(before.status, 'expire');
    const row = { ...movedTo(before, to, ctx.now), act_at: null };
    touchLoan(tx, loan);
    settlements.write(tx, row);
    tellSettlement(ctx, loan, row, emits);
  },
});
