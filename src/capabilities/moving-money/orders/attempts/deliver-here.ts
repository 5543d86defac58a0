// The mail of the provider that runs in this process: it comes as the day passes, and is read like any other's.
import type { Deliver } from '../providers/simulated/step.ts';
import type { OrderParts, OrderWork } from './order-work.ts';
import { nothingElsewhere } from './orders-day.ts';
import { receiveReport } from './receive-report.ts';

export const deliverHere =
  (parts: OrderParts): Deliver =>
  async (_realm, carrierId, delivery, day) => {
    const work: OrderWork = { ...parts, ...day, settings: nothingElsewhere };
    const { carrier, now } = await day.transact(async (tx, now) => ({
      now,
      carrier: await parts.carrierById(tx, work, carrierId),
    }));
    // What is not genuine is not heard, and does not come again.
    for (const report of carrier?.provider.read(delivery, now) ?? [])
      if (carrier) await receiveReport(work, carrier, report);
  };
