// Orders about an earlier order: void it, give money of it back, or undo the entry by its opposite.
import { inNewYork, plusBankingDays } from './calendar.ts';
import { addNotices, type Charge, chargesByKey, givenBack, lockCharge, replyOf, store, voidCharge } from './charges.ts';
import type { Executor, Query } from './executor.ts';
import { type Line, noticesOf } from './line.ts';
import type { SimulatedOrder } from './order.ts';
import { outcomesOf, settlementDay, settlementInstant, voidedAt } from './outcome.ts';
import type { Reply } from './reply.ts';

/** A reversal reaches the other bank within so many banking days of the settlement. */
const reversalWithinDays = 5;

/** The earlier order is locked, so that two that give it back come one after the other. */
export function takeBack(
  executor: Executor,
  line: Line,
  charge: Charge,
  order: SimulatedOrder,
  now: string,
): Promise<Reply> {
  const { company } = line;
  return executor.transact(async (query) => {
    const earlier = await lockCharge(query, company, order.of as string);
    const there = (await chargesByKey(query, company, [order.key])).get(order.key);
    if (there !== undefined) return replyOf(there);
    const code = await faultOf(query, company, order, earlier, now);
    if (code !== undefined || earlier === undefined) {
      const refused: Charge = { ...charge, outcome: 'refused', code: code ?? 'unknownOrder' };
      await store(query, company, [refused], []);
      return replyOf(refused);
    }
    if (order.deed === 'void') {
      await voidCharge(query, company, earlier.id, now);
      const voided = noticesOf(line, earlier, [voidedAt(now, earlier.amount_cents)]);
      await store(query, company, [charge], []);
      // It is the earlier order's own news, under a name that none of its others has.
      await addNotices(
        query,
        company,
        voided.map((notice) => ({ ...notice, id: `${earlier.id}.voided` })),
      );
      return replyOf(charge);
    }
    const settlesOn = settlementDay(order, now);
    const row: Charge = { ...charge, settles_on: settlesOn, settles_at: settlementInstant(settlesOn, now) };
    const outcomes = outcomesOf({ order, behaviour: { does: 'ok' }, now, settlesOn, round: 0, tellsAll: false });
    await store(query, company, [row], noticesOf(line, row, outcomes));
    return replyOf(row);
  });
}

async function faultOf(
  query: Query,
  company: string,
  { deed, cents, of }: SimulatedOrder,
  earlier: Charge | undefined,
  now: string,
): Promise<string | undefined> {
  if (earlier === undefined) return 'unknownOrder';
  if (earlier.outcome !== 'accepted') return 'notAccepted';
  if (earlier.settles_at === null) return 'notSettled';
  const isSettled = earlier.settles_at <= now;
  if (deed === 'void') return isSettled ? 'alreadySettled' : undefined;
  if (deed === 'refund') {
    if (!isSettled || earlier.deed !== 'debit') return 'notSettled';
    const before = await givenBack(query, company, of as string, 'refund');
    return before + cents > earlier.amount_cents ? 'moreThanCharged' : undefined;
  }
  if (cents !== earlier.amount_cents) return 'amount';
  if ((await givenBack(query, company, of as string, 'reversal')) > 0) return 'alreadyReversed';
  const last = plusBankingDays(earlier.settles_on as string, reversalWithinDays);
  return inNewYork(now).day > last ? 'tooLate' : undefined;
}
