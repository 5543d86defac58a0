// The end of a banking day with a provider: what it has to tell is read, and then the day is proved. It comes before
// confirmations, which wait for it.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { CashDayRow } from '#capabilities/bank-books/index.ts';
import { daysToProve, dueProofs, noteRead, prove } from '#capabilities/bank-books/index.ts';
import { stopwatch } from '#platform/clock.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { isUnreachable } from '#platform/sqlstate.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { LeaseLost } from '#platform/work/lease.ts';
import type { Carrier } from '../companies-providers/carrier.ts';
import { orderSide } from './order-side.ts';
import type { OrderParts, OrderWork } from './order-work.ts';
import { nothingElsewhere } from './orders-day.ts';
import { receiveReport } from './receive-report.ts';

interface DayParts extends OrderParts {
  /** Hears that the day has ended, in the commit of its proof. */
  readonly ended: (work: OrderWork, tx: Tx, carrier: Carrier, now: Instant) => Promise<void>;
}

export const cashDay = (parts: DayParts): DailyStep => ({
  name: 'cash days',
  due: dueProofs,
  leftBehind: async () => ({ count: 0, ids: [] }),
  async run(day) {
    const due = await day.transact(async (tx, now) => daysToProve(tx, now));
    let proved = 0;
    for (const one of due) if (await proveDay(day, parts, one)) proved += 1;
    return { isMore: proved > 0 && !day.stopping.aborted };
  },
});

async function proveDay(day: PassingDay, parts: DayParts, row: CashDayRow): Promise<boolean> {
  if (!day.troubles.mayTry(row.id)) return false;
  const sinceStart = stopwatch();
  try {
    const work: OrderWork = { ...parts, ...day, settings: nothingElsewhere };
    const { carrier, now } = await day.transact(async (tx, at) => ({
      now: at,
      carrier: await parts.carrierById(tx, work, row.carrier_id),
    }));
    if (carrier?.provider.can.isHere && carrier.provider.can.poll) await readList(work, carrier, row.place, now);
    await day.transact(async (tx, at) => {
      await prove(work, tx, { row, now: at, zone: carrier?.provider.can.zone, orders: orderSide });
      if (carrier !== undefined) await parts.ended(work, tx, carrier, at);
    });
    day.troubles.succeeded(row.id);
    day.told('done');
    return true;
  } catch (error) {
    // A refusal: the clock is being moved, and the next look finds it again.
    if (error instanceof LeaseLost || error instanceof Refusal || isUnreachable(error)) throw error;
    day.troubles.failed(row.id);
    day.told('failed');
    day.log.error({ err: error, company: day.realm.companyId, account: row.id }, 'a banking day could not be proved');
    return false;
  } finally {
    await day.rest(sinceStart());
  }
}

/** The list has no gaps, so that what no notice has told is known at the end of the day. */
async function readList(work: OrderWork, carrier: Carrier, from: string | null, now: Instant): Promise<void> {
  let place = from;
  for (;;) {
    const { told, next } = await carrier.provider.poll(place, now);
    for (const one of told) await receiveReport(work, carrier, one);
    const isAll = told.length === 0 || next === place;
    place = next ?? place;
    const noted = isAll ? { place, read_until: now } : { place };
    await work.transact(async (tx) => noteRead(tx, carrier.id, noted));
    if (isAll) return;
  }
}
