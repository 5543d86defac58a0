// Puts an order among those that wait for the next file, in the commit that gives it.
import { placeOf } from '@tenor/ach/write/place.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Order } from '../order/order.ts';
import { entryOf, faultOfOrder, planOf } from '../providers/ach/entry.ts';
import type { AchSettings } from '../providers/ach/settings.ts';

interface Waiting {
  readonly attemptId: string;
  readonly personId: string;
  readonly carrierId: string;
  readonly instrumentId: string;
  readonly order: Order;
  /** Its amount stands in the sealed order alone. */
  readonly isSecret: boolean;
}

/** False: no file can have it. */
export function addEntry(tx: Tx, now: Instant, settings: AchSettings, waiting: Waiting): boolean {
  const { attemptId, personId, carrierId, instrumentId, order, isSecret } = waiting;
  const plan = planOf(order, settings, now);
  if (faultOfOrder(order, plan, settings) !== undefined) return false;
  const entry = entryOf(order, plan, settings);
  tx.write(
    tx.db.insertInto('ach_entries').values({
      attempt_id: attemptId,
      person_id: personId,
      carrier_id: carrierId,
      file_id: null,
      place: placeOf(entry),
      trace: null,
      voided_trace: null,
      direction: entry.direction,
      sec: entry.sec,
      description: entry.description,
      is_prenote: entry.isPrenote,
      amount_cents: isSecret ? 0 : entry.amountCents,
      settles_on: plan.settlesOn,
      is_same_day: plan.isSameDay,
      individual_id: entry.id,
      instrument_id: instrumentId,
      leaves_at: plan.leavesAt,
    }),
  );
  return true;
}
