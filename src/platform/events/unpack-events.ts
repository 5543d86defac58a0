// The events of a row of event_commits, in their order: see pack-events.ts.
import type { ToldEvent } from './event-row.ts';
import { leftOut, namesBits } from './pack-events.ts';
import type { CommitRow, PackedDetails } from './tables.ts';

export function unpackEvents({ types, naming, causes, taken_back, events, ...row }: CommitRow): ToldEvent[] {
  return types.map((event_type, nth) => ({
    ...row,
    event_type,
    cause: causes?.[nth] ?? null,
    deleted_at: taken_back?.[nth] ?? null,
    transaction_id: namesOf(naming, nth).transaction ? row.transaction_id : null,
    period_id: namesOf(naming, nth).period ? row.period_id : null,
    details: detailsOf(events, nth),
  }));
}

/** Whether an event of a row names the row's transaction, and its period. */
export function namesOf(naming: string | null, nth: number): { transaction: boolean; period: boolean } {
  if (naming === null) return { transaction: true, period: true };
  const digit = Number(naming[nth]);
  return { transaction: (digit & namesBits.transaction) !== 0, period: (digit & namesBits.period) !== 0 };
}

function detailsOf(events: PackedDetails, nth: number): ToldEvent['details'] {
  const [first = {}] = events;
  if (nth === 0) return first;
  const { [leftOut]: gone, ...changed } = events[nth] ?? {};
  const all = { ...first, ...changed };
  if (gone === undefined) return all;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !(gone as readonly string[]).includes(name)));
}
